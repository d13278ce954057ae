#include "execute/shared_cpu.h"

namespace espalier::execute {
namespace {

constexpr unsigned turns_bound = 1024;

}  // namespace

SharedCpu::SharedCpu() { usable_ = sched_getaffinity(0, sizeof allowed_, &allowed_) == 0; }

SharedCpu::~SharedCpu() {
  if (usable_) bind(partner_, allowed_);
}

void SharedCpu::bind(pid_t partner, const cpu_set_t& where) {
  sched_setaffinity(0, sizeof where, &where);
  if (partner > 0) sched_setaffinity(partner, sizeof where, &where);
}

void SharedCpu::before_turn(pid_t partner) {
  if (!usable_) return;
  if (partner != partner_) {  // the process was restarted
    partner_ = partner;
    turn_ = 0;
  }
  if (turn_ == 0) {
    bind(partner, allowed_);  // one free turn
  } else if (turn_ == 1) {
    cpu_set_t here;
    CPU_ZERO(&here);
    CPU_SET(static_cast<unsigned>(sched_getcpu()), &here);
    bind(partner, here);
  }
  turn_ = turn_ + 1 == turns_bound ? 0 : turn_ + 1;
}

}  // namespace espalier::execute
