// A handle of a type that only the other file knows: null, or something.
// RUN: unit=session
// EXPECT: branch 4/4
struct connection;
struct connection *connect_to(const char *host);
int transfer(struct connection *c, void *data, unsigned long size);
void hang_up(struct connection *c);

int session(void) {
  int word = 0;
  struct connection *c = connect_to("example");
  if (c == 0) return -1;
  int n = transfer(c, &word, sizeof word);
  hang_up(c);
  if (n != 4) return 0;
  return 1;
}
