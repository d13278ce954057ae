// Objects of C++ that live before and after main: their constructors and destructors are part of every run.
// HAND: z => 1 134
// HAND: a => 1 0
// RUN: --stdin 1 --env FOO:2 --exhaustive
// EXPECT: 10 of 10 covered
// EXPECT: finding      abort at .*global_object.cc:20
#include <cstdio>
#include <cstdlib>

struct Global {
  int value = 1;
  Global() {
    const char *text = std::getenv("FOO");
    if (text && text[0] == 'q') value = 2;
  }
  ~Global() { check(); }
  void check() const;
};

void Global::check() const { if (value == 5) std::abort(); }

static Global global;

int main() {
  if (global.value == 1) std::puts("1");
  std::fflush(stdout);
  if (std::getchar() == 'z') global.value = 5;
  return 0;
}
