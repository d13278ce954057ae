#pragma once

#include <sched.h>
#include <sys/types.h>

namespace espalier::execute {

/// Keeps the calling thread and another process on one processor.
///
/// Driver and subject take turns: one of them always waits.  On one processor the turn passes in 2-4 us; left
/// alone, the scheduler wakes each on the other, idle processor, which takes ten times as long.  Now and
/// then both are let go for one turn, so that the pair moves to where there is room.
class SharedCpu {
 public:
  SharedCpu();
  ~SharedCpu();
  SharedCpu(const SharedCpu&) = delete;
  SharedCpu& operator=(const SharedCpu&) = delete;

  /// To be called before every turn.
  void before_turn(pid_t partner);

 private:
  void bind(pid_t partner, const cpu_set_t& where);
  cpu_set_t allowed_;  ///< what the thread may use when we are done
  bool usable_ = false;
  unsigned turn_ = 0;  ///< since they were last let go
  pid_t partner_ = 0;
};

}  // namespace espalier::execute
