// A symbolic file that the program may have written to is that of the run: nothing about it is called infeasible.
// RUN: --file in.txt:2
// RUN: --file in.txt:2 --from-main
// EXPECT: covered, 0 infeasible
// NEVER: finding
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  char byte;
  struct stat st;
  FILE *f = fopen("in.txt", "r+");
  fputc('A', f);
  rewind(f);
  if (fgetc(f) != 'A') puts("never");
  fclose(f);
  f = fopen("in.txt", "a");
  fputc('B', f);
  if (ftell(f) == 2) puts("a file of one byte");
  fclose(f);
  const int again = open("in.txt", O_RDWR);
  if (lseek(again, 0, SEEK_END) == 2) puts("the same");
  if (ftruncate(again, 0) == 0 && lseek(again, 0, SEEK_SET) == 0 && read(again, &byte, 1) == 1) puts("never");
  if (stat("in.txt", &st) == 0 && st.st_size != 0) puts("never");
  return 0;
}
