// espalier manual and espalier completion: made from the one table of options that the parser uses.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>

#include "commands.h"

namespace espalier::tools {
namespace {

struct Described {
  std::vector<std::string> names;  ///< "--out", "-p"; of an argument its name
  bool is_flag = false;
  bool is_argument = false;
  bool wants_file = false;
  std::string help;
  std::vector<std::string> values;  ///< those that the help lists, one a line: "dfs: depth first"
  std::string usual;  ///< the default
};

Described describe(const CLI::Option& option) {
  Described result;
  for (const auto& name : option.get_lnames()) result.names.push_back("--" + name);
  for (const auto& name : option.get_snames()) result.names.push_back("-" + name);
  result.is_argument = result.names.empty();
  if (result.is_argument) result.names = {option.get_name(true)};
  result.is_flag = option.get_items_expected_max() == 0;
  result.usual = option.get_default_str();
  std::istringstream lines(option.get_description());
  for (std::string line; std::getline(lines, line);) {
    const auto colon = line.find(": ");
    const bool is_value = !result.help.empty() && colon != std::string::npos &&
                          line.find_first_not_of("abcdefghijklmnopqrstuvwxyz-0123456789") == colon;
    if (is_value) result.values.push_back(line.substr(0, colon));
    result.help += (result.help.empty() ? "" : "\n") + line;
  }
  const auto& name = result.names.front();
  result.wants_file = name == "-p" || name == "--out" || name == "--contracts" ||
                      name == "--record-queries" || name == "TARGET" || name == "DIR" || name == "FILE" ||
                      name == "GRAPH";
  return result;
}

std::vector<Described> options_of(CLI::App& app) {
  std::vector<Described> result;
  for (const CLI::Option* option : app.get_options()) result.push_back(describe(*option));
  return result;
}

std::vector<CLI::App*> commands_of(CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

std::string joined(const std::vector<std::string>& words, const char* between) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

// ---- manual page

std::string roff(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool starts_line = i == 0 || text[i - 1] == '\n';
    if (starts_line && (text[i] == '.' || text[i] == '\'')) result += "\\&";
    if (text[i] == '\\')
      result += "\\e";
    else if (text[i] == '-')
      result += "\\-";
    else
      result += text[i];
  }
  return result;
}

/// Line by line, as it stands in --help.
std::string roff_lines(const std::string& text) {
  std::string result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) result += (result.empty() ? "" : "\n.br\n") + roff(line);
  return result;
}

std::string in_capitals(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::string manual_options(CLI::App& command) {
  std::string text;
  for (const auto& option : options_of(command)) {
    const auto value = option.is_flag || option.is_argument ? "" : " \\fIVALUE\\fR";
    text += fmt::format(".TP\n\\fB{}\\fR{}\n{}{}\n", roff(joined(option.names, ", ")), value,
                        roff_lines(option.help),
                        option.usual.empty() ? "" : roff(fmt::format(" (default: {})", option.usual)));
  }
  return text;
}

std::string manual(CLI::App& app) {
  std::string text = fmt::format(
      ".\\\" Made by `espalier manual` from the table of options.\n"
      ".TH ESPALIER 1 \"\" \"{}\" \"User commands\"\n"
      ".SH NAME\nespalier \\- generates tests for C functions\n"
      ".SH SYNOPSIS\n",
      roff(app.version()));
  for (CLI::App* command : commands_of(app)) {
    std::string arguments;
    for (const auto& option : options_of(*command))
      if (option.is_argument) arguments += fmt::format(" \\fI{}\\fR", roff(option.names[0]));
    const bool compiles = command->get_name() == "generate" || command->get_name() == "list";
    const bool runs = command->get_name() == "run";
    text += fmt::format(".B espalier {}\n[\\fIOPTIONS\\fR]{}{}\n.br\n", roff(command->get_name()), arguments,
                        compiles ? " [\\-\\- \\fICOMPILER FLAGS\\fR]"
                        : runs   ? " [\\-\\- \\fIARGUMENTS\\fR]"
                                 : "");
  }
  text += fmt::format(".SH DESCRIPTION\n{}\n.PP\nWithout a command:\n{}",
                      roff(app.get_description()), manual_options(app));
  for (CLI::App* command : commands_of(app)) {
    text += fmt::format(".SH ESPALIER {}\n{}\n{}", roff(in_capitals(command->get_name())),
                        roff(command->get_description()), manual_options(*command));
    if (!command->get_footer().empty())
      text += fmt::format(".PP\n.nf\n{}\n.fi\n", roff(command->get_footer()));
  }
  text += fmt::format(".SH EXIT STATUS\n{}\n", roff_lines(app.get_footer()));
  text +=
      ".SH FILES\n.TP\n\\fI.espalier.toml\\fR\ndefaults of a project: in the directory of the source, or "
      "above it\n"
      ".TP\n\\fIespalier\\-out/\\fR\nwhere results go\n"
      ".SH ENVIRONMENT\n.TP\n\\fBESPALIER_HOME\\fR\nwhere lib/espalier is, if not beside the program\n"
      ".TP\n\\fBNO_COLOR\\fR\nprogress is shown without colours\n";
  return text;
}

// ---- shells

/// `--strategy` knows dfs and bfs: the words that may follow it.
std::string bash(CLI::App& app) {
  std::vector<std::string> names;
  std::string cases, values;
  for (CLI::App* command : commands_of(app)) {
    std::vector<std::string> words;
    names.push_back(command->get_name());
    for (const auto& option : options_of(*command)) {
      if (option.is_argument) continue;
      words.insert(words.end(), option.names.begin(), option.names.end());
      if (!option.values.empty())
        values += fmt::format("    {}/{}) COMPREPLY=($(compgen -W '{}' -- \"$word\")); return;;\n",
                              command->get_name(), option.names[0], joined(option.values, " "));
    }
    cases += fmt::format("    {}) options='{}';;\n", command->get_name(), joined(words, " "));
  }
  return fmt::format(
      "# bash completion of espalier; made by `espalier completion bash`\n"
      "_espalier() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} "
      "command=${{COMP_WORDS[1]}} options=\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then COMPREPLY=($(compgen -W '{} --help --version' -- \"$word\")); "
      "return; fi\n"
      "  case $command/$before in\n{}  esac\n"
      "  case $command in\n{}  esac\n"
      "  case $word in\n"
      "    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\"));;\n"
      "    *) COMPREPLY=($(compgen -f -- \"$word\"));;\n"
      "  esac\n"
      "}}\n"
      "complete -o filenames -o bashdefault -F _espalier espalier\n",
      joined(names, " "), values, cases);
}

std::string first_line(const std::string& text) {
  auto line = text.substr(0, text.find('\n'));
  if (line.ends_with('.')) line.pop_back();
  return line;
}

std::string without(std::string text, const std::string& characters) {
  std::erase_if(text, [&](char c) { return characters.find(c) != std::string::npos; });
  return text;
}

std::string zsh(CLI::App& app) {
  std::string commands, cases;
  for (CLI::App* command : commands_of(app)) {
    commands += fmt::format("    '{}:{}'\n", command->get_name(), without(command->get_description(), "'"));
    std::string lines;
    for (const auto& option : options_of(*command)) {
      if (option.is_argument) continue;
      const auto help = without(first_line(option.help), "'[]:");
      for (const auto& name : option.names) {
        const auto what = option.is_flag           ? std::string{}
                          : !option.values.empty() ? fmt::format(":value:({})", joined(option.values, " "))
                          : option.wants_file      ? ":file:_files"
                                                   : ":value:";
        lines += fmt::format(" \\\n        '*{}[{}]{}'", name, help, what);
      }
    }
    cases += fmt::format("    {}) _arguments{} \\\n        '*:file:_files';;\n", command->get_name(), lines);
  }
  return fmt::format(
      "#compdef espalier\n# zsh completion of espalier; made by `espalier completion zsh`\n"
      "_espalier() {{\n"
      "  local -a commands=(\n{}  )\n"
      "  if (( CURRENT == 2 )); then _describe command commands; return; fi\n"
      "  local command=$words[2]\n"
      "  shift words; (( CURRENT-- ))\n"
      "  case $command in\n{}  esac\n"
      "}}\n"
      "_espalier \"$@\"\n",
      commands, cases);
}

std::string fish(CLI::App& app) {
  std::string text = "# fish completion of espalier; made by `espalier completion fish`\n";
  for (CLI::App* command : commands_of(app)) {
    const auto name = command->get_name();
    text += fmt::format("complete -c espalier -n __fish_use_subcommand -f -a {} -d '{}'\n", name,
                        without(command->get_description(), "'"));
    for (const auto& option : options_of(*command)) {
      if (option.is_argument) continue;
      text += fmt::format("complete -c espalier -n '__fish_seen_subcommand_from {}'", name);
      for (const auto& spelling : option.names)
        text += spelling.starts_with("--") ? " -l " + spelling.substr(2) : " -s " + spelling.substr(1);
      if (!option.values.empty())
        text += fmt::format(" -x -a '{}'", joined(option.values, " "));
      else if (!option.is_flag)
        text += " -r";
      text += fmt::format(" -d '{}'\n", without(first_line(option.help), "'"));
    }
  }
  return text;
}

}  // namespace

Action add_manual(CLI::App& app, CLI::App& whole) {
  app.footer("Example:\n  espalier manual | man -l -");
  return [&whole] {
    fmt::print("{}", manual(whole));
    return ExitCode::Done;
  };
}

Action add_completion(CLI::App& app, CLI::App& whole) {
  auto shell = std::make_shared<std::string>();
  app.add_option("SHELL", *shell, "bash, zsh or fish")->required();
  app.footer("Example:\n  espalier completion bash > ~/.local/share/bash-completion/completions/espalier");
  return [shell, &whole] {
    if (*shell != "bash" && *shell != "zsh" && *shell != "fish")
      throw UserError(ExitCode::Usage,
                      fmt::format("espalier completion: '{}' is unknown; choose bash, zsh or fish", *shell));
    fmt::print("{}", *shell == "bash" ? bash(whole) : *shell == "zsh" ? zsh(whole) : fish(whole));
    return ExitCode::Done;
  };
}

}  // namespace espalier::tools
