// const, volatile and atomic objects, and typedefs of typedefs.
// RUN: unit=f
// EXPECT: branch 6/6
typedef unsigned short u16;
typedef u16 port;
struct options {
  const port number;
  _Atomic int users;
  const char *const name;
};
int f(const struct options *o) {
  if (!o) return 0;
  if (o->number == 80) return 1;
  return o->name ? 2 : 3;
}
