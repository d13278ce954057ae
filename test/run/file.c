// A symbolic file, read by stdio, by its size and by memory mapping; @@ is its name.
// RUN: --file in.txt:6 -- @@
// EXPECT: branches +15 of 20 covered, 5 infeasible
// EXPECT: each (as )?in a process of its own
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
int main(int argc, char **argv) {
  if (argc != 2) return 1;
  FILE *f = fopen(argv[1], "r");
  if (!f) return 2;
  char line[16];
  if (!fgets(line, sizeof line, f)) return 3;
  const int second = getc(f);
  fclose(f);
  if (line[0] == 'a' && second == 'b') return 4;
  struct stat st;
  const int fd = open(argv[1], O_RDONLY);
  if (fd < 0 || fstat(fd, &st) != 0) return 5;
  if (st.st_size == 5) return 6;
  const char *map = mmap(0, 6, PROT_READ, MAP_PRIVATE, fd, 0);
  if (map == MAP_FAILED) return 7;
  if (map[2] == 'z') return 8;
  return 0;
}
