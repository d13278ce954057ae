// Function pointers inside a structure behind a pointer.
// RUN: unit=read_all
// EXPECT: branch 8/8
struct device {
  int id;
  int (*open)(int id);
  int (*read)(char *byte);
};

int read_all(struct device *device) {
  char byte = 0;
  if (!device || !device->open || !device->read) return -1;
  if (device->open(device->id) != 0) return -2;
  return device->read(&byte) + byte;
}
