/* Makes the clocks of a program run with the processor time of its process, so that limits in seconds can be measured
   on a machine that does other work too: LD_PRELOAD=processor_clock.so. See benchmarks/seconds.py. */
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *now) {
  return (int)syscall(SYS_clock_gettime, clock == CLOCK_MONOTONIC ? CLOCK_PROCESS_CPUTIME_ID : clock, now);
}
