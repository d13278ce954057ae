static int espalier_pre_clamp(int value, const struct limits *limits) { return limits && limits->low <= limits->high; }

int espalier_post_clamp(int value, const struct limits *limits, int result) {
  return result >= limits->low && result <= limits->high;
}
