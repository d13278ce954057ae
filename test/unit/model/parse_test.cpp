#include <elf.h>
#include <gtest/gtest.h>

#include <cstring>

#include "base/files.h"
#include "model/model.h"

namespace espalier::model {
namespace {

const std::string first_module =
    R"({"source":"/a/x.c","edges":6,"files":["/a/x.c","/a/y.h"],"functions":[)"
    R"({"name":"f","file":0,"line":3,"entry":0,"static":false,"blocks":[)"
    R"({"term":"branch","succ":[1,2],"site":0,"lines":[4,5],"calls":["g","*"]},)"
    R"({"term":"jump","succ":[2],"lines":[6],"calls":[]},)"
    R"({"term":"return","succ":[],"lines":[8],"calls":[]}],)"
    R"("sites":[{"kind":"branch","block":0,"first":1,"count":2,"loc":[0,4,9],"operand":[0,4,7]},)"
    R"({"kind":"check","what":"division by zero","block":1,"first":3,"count":2,"loc":[1,6,3]},)"
    R"({"kind":"approximation","what":"call of 'rand'","block":2,"first":5,"count":1},)"
    R"({"kind":"entry","block":0,"first":0,"count":1}]}]})";

const std::string second_module =
    R"({"source":"/a/z.c","edges":4,"files":["/a/z.c"],"functions":[)"
    R"({"name":"g","file":0,"line":1,"entry":3,"static":true,"blocks":[)"
    R"({"term":"switch","succ":[1,1,1],"site":0,"lines":[2],"calls":[]},{"term":"unreachable"}],)"
    R"("sites":[{"kind":"switch","block":0,"first":0,"count":3,"loc":[0,2,3],"operand":[0,2,11],)"
    R"("values":["0","18446744073709551615"],"bits":64},{"kind":"entry","block":0,"first":3,"count":1}]}]})";

TEST(ParseProgram, ReadsBlocksSitesAndLocations) {
  const auto program = parse_program(first_module + "\n");
  ASSERT_TRUE(program.ok()) << program.error();
  const Function* f = program->find("f");
  ASSERT_NE(f, nullptr);
  EXPECT_EQ(f->location, (Location{"/a/x.c", 3, 0}));
  ASSERT_EQ(f->blocks.size(), 3u);
  EXPECT_EQ(f->blocks[0].terminator, TerminatorKind::Branch);
  EXPECT_EQ(f->blocks[0].successors, (std::vector<BlockId>{1, 2}));
  EXPECT_EQ(f->blocks[0].lines, (std::vector<std::uint32_t>{4, 5}));
  EXPECT_EQ(f->blocks[0].calls, (std::vector<std::string>{"g", "*"}));
  EXPECT_EQ(f->blocks[1].site, no_site);
  const Site& branch = program->sites[f->blocks[0].site];
  EXPECT_EQ(branch.kind, SiteKind::Branch);
  EXPECT_EQ(branch.location, (Location{"/a/x.c", 4, 9}));
  EXPECT_EQ(branch.operand_location, (Location{"/a/x.c", 4, 7}));
  EXPECT_EQ(program->site(4).what, "division by zero");
  EXPECT_EQ(program->site(4).location.file, "/a/y.h");
  EXPECT_EQ(program->site(5).kind, SiteKind::Approximation);
  EXPECT_EQ(program->site(5).location, Location{}) << "code without a place in the source";
}

TEST(ParseProgram, NumbersTheEdgesOfModulesOneAfterTheOther) {
  const auto program =
      parse_program(first_module + "\n" + std::string(5, '\0') + second_module + "\n" + std::string(3, '\0'));
  ASSERT_TRUE(program.ok()) << program.error();
  EXPECT_EQ(program->edge_count(), 10u);
  const Function* g = program->find("g");
  ASSERT_NE(g, nullptr);
  EXPECT_EQ(g->entry, 9u);
  EXPECT_EQ(g->module, 1u);
  EXPECT_TRUE(g->is_static);
  const Site& site = program->sites[g->blocks[0].site];
  EXPECT_EQ(site.first, 6u);
  EXPECT_EQ(site.function, 1u);
  EXPECT_EQ(site.values, (std::vector<std::uint64_t>{0, ~std::uint64_t{0}}));
  for (EdgeId edge = 0; edge < 10; ++edge) {
    EXPECT_LE(program->site(edge).first, edge);
    EXPECT_LT(edge, program->site(edge).first + program->site(edge).count);
  }
}

TEST(ParseProgram, SaysWhichLineIsBroken) {
  const auto broken = [](std::string what, const std::string& by) {
    std::string text = first_module;
    text.replace(text.find(what), what.size(), by);
    const auto program = parse_program(second_module + "\n" + text + "\n");
    return program.ok() ? "accepted" : program.error();
  };
  EXPECT_NE(broken("\"edges\":6", "\"edges\":5").find("line 2"), std::string::npos);
  EXPECT_NE(broken("\"succ\":[1,2]", "\"succ\":[1,3]").find("line 2"), std::string::npos);
  EXPECT_NE(broken("\"succ\":[1,2]", "\"succ\":[1]").find("line 2"), std::string::npos);
  EXPECT_NE(broken("\"first\":3", "\"first\":2").find("two sites"), std::string::npos);
  EXPECT_NE(broken("\"site\":0", "\"site\":9").find("line 2"), std::string::npos);
  EXPECT_NE(broken("\"branch\"", "\"brunch\"").find("brunch"), std::string::npos);
  EXPECT_NE(broken("\"count\":2", "\"count\":3").find("3 edges"), std::string::npos);
  EXPECT_NE(broken("\"entry\":0", "\"entry\":6").find("edge 6"), std::string::npos);
  EXPECT_NE(broken("]}]}", "]}").find("line 2"), std::string::npos);
}

/// An ELF file with one section of that name and content.
std::string elf_file(const std::string& section, const std::string& content) {
  const std::string names =
      std::string(1, '\0') + section + std::string(1, '\0') + ".shstrtab" + std::string(1, '\0');
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = 3;
  header.e_shstrndx = 2;
  header.e_shoff = sizeof header + content.size() + names.size();
  Elf64_Shdr sections[3] = {};
  sections[1].sh_name = 1;
  sections[1].sh_type = SHT_PROGBITS;
  sections[1].sh_offset = sizeof header;
  sections[1].sh_size = content.size();
  sections[2].sh_name = static_cast<Elf64_Word>(section.size() + 2);
  sections[2].sh_type = SHT_STRTAB;
  sections[2].sh_offset = sizeof header + content.size();
  sections[2].sh_size = names.size();
  return std::string(reinterpret_cast<const char*>(&header), sizeof header) + content + names +
         std::string(reinterpret_cast<const char*>(sections), sizeof sections);
}

TEST(ReadProgram, FindsTheSectionOfAnElfFile) {
  const ScratchDirectory scratch;
  write_file(scratch.path() / "a.out", elf_file("esp_model", first_module + "\n"));
  const auto program = read_program(scratch.path() / "a.out");
  ASSERT_TRUE(program.ok()) << program.error();
  EXPECT_EQ(program->edge_count(), 6u);
}

TEST(ReadProgram, NamesTheFileThatIsNoInstrumentedProgram) {
  const ScratchDirectory scratch;
  write_file(scratch.path() / "text", "no ELF at all");
  write_file(scratch.path() / "plain", elf_file("other", "x"));
  for (const char* name : {"text", "plain", "missing"}) {
    const auto program = read_program(scratch.path() / name);
    ASSERT_FALSE(program.ok());
    EXPECT_NE(program.error().find(name), std::string::npos) << program.error();
  }
}

TEST(ReadProgram, SurvivesAnyTruncationOfTheFile) {
  const ScratchDirectory scratch;
  const std::string whole = elf_file("esp_model", second_module + "\n");
  for (std::size_t length = 0; length < whole.size(); length += 7) {
    write_file(scratch.path() / "cut", whole.substr(0, length));
    EXPECT_FALSE(read_program(scratch.path() / "cut").ok());
  }
}

}  // namespace
}  // namespace espalier::model
