/* Logic in the manner of a collision avoidance system: many comparisons joined by && and ||. */
struct state {
  int separation, own_altitude, own_rate, other_altitude, limit_index, up, down, other_capability, intent;
  _Bool high_confidence, two_reports_valid;
};

static int limit(int index) {
  switch (index) {
    case 0: return 400;
    case 1: return 500;
    case 2: return 640;
    default: return 740;
  }
}

int tcas(struct state s) {
  const int own_below = s.own_altitude < s.other_altitude;
  const int own_above = s.other_altitude < s.own_altitude;
  const int inhibited_up = s.high_confidence ? s.up + 100 : s.up;
  const int enabled = s.high_confidence && s.own_rate <= 600 && s.separation > 600;
  const int equipped = s.other_capability == 1;
  const int unclear = s.two_reports_valid && s.intent == 0;
  if (!enabled || !((equipped && unclear) || !equipped)) return 0;
  int climb, descend;
  if (inhibited_up > s.down) {
    climb = !own_below || (own_below && !(s.down >= limit(s.limit_index)));
    descend = own_below && s.separation >= 300 && s.down >= limit(s.limit_index);
  } else {
    climb = own_above && s.separation >= 300 && s.up >= limit(s.limit_index);
    descend = !own_above || (own_above && s.up >= limit(s.limit_index));
  }
  const int need_up = climb && own_below;
  const int need_down = descend && own_above;
  if (need_up && need_down) return 0;
  if (need_up) return 1;
  return need_down ? 2 : 0;
}
