// SPDX-License-Identifier: MIT
// The filter of system calls, as a program for the kernel's BPF machine. What is refused falls into four groups: ways
// to other processes, ways to the kernel's own switches, ways out of the namespaces, and memory or signals that no
// limit and no namespace would see. What is not named is allowed; what is newer than this list is as if it did not
// exist.
#include <errno.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "wire/process/sandbox_internal.h"

#if defined(__x86_64__)
#define FILTER_MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define FILTER_MACHINE AUDIT_ARCH_AARCH64
#endif

#ifdef FILTER_MACHINE

// Numbers that all machines have in common since 2019; the headers of older systems lack the newer ones.
enum {
    CALL_PIDFD_GETFD = 438,
    CALL_PROCESS_MADVISE = 440,
    CALL_MOUNT_SETATTR = 442,
    CALL_QUOTACTL_FD = 443,
    CALL_LANDLOCK_RESTRICT = 446,
    CALL_MEMFD_SECRET = 447,
    CALL_PROCESS_MRELEASE = 448,
    CALL_NEWEST = 450, // those behind it are unknown here
    CALL_X32 = 0x40000000,
};

static const unsigned short REFUSED[] = {
    // Other processes, and what they hold.
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_kcmp,
    CALL_PIDFD_GETFD,
    CALL_PROCESS_MADVISE,
    CALL_PROCESS_MRELEASE,
    SYS_move_pages,
    SYS_migrate_pages,
    SYS_sched_setaffinity,
    SYS_ioprio_set,
    // Out of the namespaces, and other views of files.
    SYS_setns,
    SYS_unshare,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_open_tree,
    SYS_move_mount,
    SYS_fsopen,
    SYS_fsconfig,
    SYS_fsmount,
    SYS_fspick,
    CALL_MOUNT_SETATTR,
    SYS_name_to_handle_at,
    SYS_open_by_handle_at,
    SYS_fanotify_init,
    SYS_fanotify_mark,
    SYS_sethostname,
    SYS_setdomainname,
    // The kernel's switches.
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_io_uring_setup,
    SYS_io_uring_enter,
    SYS_io_uring_register,
    SYS_kexec_load,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_reboot,
    SYS_swapon,
    SYS_swapoff,
    SYS_acct,
    SYS_quotactl,
    CALL_QUOTACTL_FD,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_clock_adjtime,
    SYS_adjtimex,
    SYS_syslog,
    SYS_vhangup,
    SYS_personality,
    SYS_add_key,
    SYS_request_key,
    SYS_keyctl,
#ifdef SYS_kexec_file_load
    SYS_kexec_file_load,
#endif
#ifdef __x86_64__
    SYS_iopl,
    SYS_ioperm,
    SYS_modify_ldt,
    SYS_uselib,
    SYS_ustat,
    SYS_sysfs,
    SYS__sysctl,
    SYS_create_module,
    SYS_get_kernel_syms,
    SYS_query_module,
    SYS_nfsservctl,
#endif
    // Memory that belongs to no process.
    SYS_memfd_create,
    CALL_MEMFD_SECRET,
    SYS_vmsplice,
    SYS_shmget,
    SYS_shmat,
    SYS_shmctl,
    SYS_semget,
    SYS_semctl,
    SYS_msgget,
    SYS_msgsnd,
    SYS_msgrcv,
    SYS_msgctl,
    SYS_mq_open,
    SYS_mq_unlink,
    // Signs to others by files that both only read, and sockets that others made.
    SYS_mincore,
    SYS_inotify_add_watch,
    SYS_inotify_init1,
    SYS_connect,
    SYS_bind,
    SYS_listen,
    SYS_accept,
    SYS_accept4,
    SYS_setsockopt,
#ifdef __x86_64__
    SYS_inotify_init,
#endif
};

enum { REFUSED_COUNT = sizeof REFUSED / sizeof *REFUSED };

static const uint32_t ALLOW = SECCOMP_RET_ALLOW;
static const uint32_t REFUSE = SECCOMP_RET_ERRNO | EPERM;
static const uint32_t PRETEND = SECCOMP_RET_ERRNO; // success, and nothing done
static const uint32_t UNKNOWN = SECCOMP_RET_ERRNO | ENOSYS;

static void filter_add(Sandbox *sandbox, uint16_t code, uint32_t k, int yes, int no) {
    if (sandbox->filtered == SANDBOX_FILTER) return;
    sandbox->filter[sandbox->filtered++] = (struct sock_filter){code, (uint8_t)yes, (uint8_t)no, k};
}

static void filter_load(Sandbox *sandbox, size_t offset) {
    filter_add(sandbox, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

// The lower half of an argument; all that are looked at are ints or flags to the kernel.
static void load_argument(Sandbox *sandbox, int which) {
    size_t low = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? 0 : 4;
    filter_load(sandbox, offsetof(struct seccomp_data, args) + 8 * (size_t)which + low);
}

static void filter_answer(Sandbox *sandbox, uint32_t with) { filter_add(sandbox, BPF_RET | BPF_K, with, 0, 0); }

static void answer_if_equal(Sandbox *sandbox, uint32_t value, uint32_t with) {
    filter_add(sandbox, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
    filter_answer(sandbox, with);
}

static void answer_if_any_bit(Sandbox *sandbox, uint32_t bits, uint32_t with) {
    filter_add(sandbox, BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1);
    filter_answer(sandbox, with);
}

// What follows, up to close_call, is for this call alone.
static int open_call(Sandbox *sandbox, uint32_t call) {
    filter_add(sandbox, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 0);
    return sandbox->filtered - 1;
}

static void close_call(Sandbox *sandbox, int opened) {
    sandbox->filter[opened].jf = (uint8_t)(sandbox->filtered - opened - 1);
}

static void filter_clone(Sandbox *sandbox) {
    static const uint32_t SPACES = 0x7e020000; // CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET
    int call = open_call(sandbox, SYS_clone);
    load_argument(sandbox, 0);
    answer_if_any_bit(sandbox, SPACES, REFUSE);
    filter_answer(sandbox, ALLOW);
    close_call(sandbox, call);
    answer_if_equal(sandbox, SYS_clone3, UNKNOWN); // its flags lie in memory; libraries then ask with clone
}

// Shared memory without a file could be filled, forgotten by the tables of pages, and so be seen by nobody.
static void filter_mmap(Sandbox *sandbox) {
    enum { SHARED = 0x01, ANONYMOUS = 0x20, HUGE = 0x40000 };
    int call = open_call(sandbox, SYS_mmap);
    load_argument(sandbox, 3);
    answer_if_any_bit(sandbox, HUGE, REFUSE);
    filter_add(sandbox, BPF_ALU | BPF_AND | BPF_K, SHARED | ANONYMOUS, 0, 0);
    answer_if_equal(sandbox, SHARED | ANONYMOUS, REFUSE);
    filter_answer(sandbox, ALLOW);
    close_call(sandbox, call);
}

// Sockets only as connected pairs, which Java needs: they lead nowhere else.
static void filter_sockets(Sandbox *sandbox) {
    enum { UNIX = 1, STREAM = 1, KIND = 0xf };
    answer_if_equal(sandbox, SYS_socket, SECCOMP_RET_ERRNO | EACCES);
    int call = open_call(sandbox, SYS_socketpair);
    load_argument(sandbox, 0);
    filter_add(sandbox, BPF_JMP | BPF_JEQ | BPF_K, UNIX, 1, 0);
    filter_answer(sandbox, REFUSE);
    load_argument(sandbox, 1);
    filter_add(sandbox, BPF_ALU | BPF_AND | BPF_K, KIND, 0, 0);
    answer_if_equal(sandbox, STREAM, ALLOW);
    filter_answer(sandbox, REFUSE);
    close_call(sandbox, call);
}

// Locks, leases and hints of files that two bots may read would be signs between them; larger pipes hold uncounted
// memory. A lock seems to be had, since Java and databases give up without: nobody else can be at a bot's own files
// anyway.
static void filter_fcntl(Sandbox *sandbox) {
    static const uint32_t LOCK[] = {6, 7, 37, 38}, OTHER[] = {5, 36, 1024, 1026, 1031, 1035, 1036, 1037, 1038};
    int call = open_call(sandbox, SYS_fcntl);
    load_argument(sandbox, 1);
    for (size_t i = 0; i < sizeof LOCK / sizeof *LOCK; i++) answer_if_equal(sandbox, LOCK[i], PRETEND);
    for (size_t i = 0; i < sizeof OTHER / sizeof *OTHER; i++) answer_if_equal(sandbox, OTHER[i], REFUSE);
    filter_answer(sandbox, ALLOW);
    close_call(sandbox, call);
}

// What is kept of a file in memory, and when it was used last, is the same for all that read it: who changes that gives
// the others signs. To read a file slowly or fast tells it too, but less well.
static void filter_signs(Sandbox *sandbox) {
    enum { NO_WAIT = 8, COLD = 20, PAGE_OUT = 21 };
    static const unsigned short DONE[] = {
        SYS_utimensat, SYS_fadvise64, SYS_readahead,
#ifdef __x86_64__
        SYS_utime,     SYS_utimes,    SYS_futimesat,
#endif
    };
    for (size_t i = 0; i < sizeof DONE / sizeof *DONE; i++) answer_if_equal(sandbox, DONE[i], PRETEND);
    int call = open_call(sandbox, SYS_preadv2);
    load_argument(sandbox, 5);
    answer_if_any_bit(sandbox, NO_WAIT, REFUSE);
    filter_answer(sandbox, ALLOW);
    close_call(sandbox, call);
    call = open_call(sandbox, SYS_madvise);
    load_argument(sandbox, 2);
    answer_if_equal(sandbox, COLD, PRETEND);
    answer_if_equal(sandbox, PAGE_OUT, PRETEND);
    filter_answer(sandbox, ALLOW);
    close_call(sandbox, call);
}

// Of what devices and file systems can be asked, only what any program asks of its own files and terminals; not typing
// into a terminal. Priorities only of one process, not of whole groups or users.
static void filter_others(Sandbox *sandbox) {
    static const uint32_t TYPE = 0x5412, CONSOLE = 0x541c, GROUP = 0xffffff00, TERMINALS = 0x5400;
    int call = open_call(sandbox, SYS_ioctl);
    load_argument(sandbox, 1);
    answer_if_equal(sandbox, TYPE, REFUSE);
    answer_if_equal(sandbox, CONSOLE, REFUSE);
    filter_add(sandbox, BPF_ALU | BPF_AND | BPF_K, GROUP, 0, 0);
    answer_if_equal(sandbox, TERMINALS, ALLOW);
    filter_answer(sandbox, SECCOMP_RET_ERRNO | ENOTTY);
    close_call(sandbox, call);
    call = open_call(sandbox, SYS_setpriority);
    load_argument(sandbox, 0);
    answer_if_equal(sandbox, 0, ALLOW); // one process
    filter_answer(sandbox, REFUSE);
    close_call(sandbox, call);
}

bool sandbox_filter(Sandbox *sandbox) {
    sandbox->filtered = 0;
    filter_load(sandbox, offsetof(struct seccomp_data, arch));
    filter_add(sandbox, BPF_JMP | BPF_JEQ | BPF_K, FILTER_MACHINE, 1, 0);
    filter_answer(sandbox, SECCOMP_RET_KILL_PROCESS); // calls as on another machine have other numbers
    filter_load(sandbox, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
    filter_add(sandbox, BPF_JMP | BPF_JGE | BPF_K, CALL_X32, 0, 1);
    filter_answer(sandbox, SECCOMP_RET_KILL_PROCESS);
#endif
    filter_add(sandbox, BPF_JMP | BPF_JGT | BPF_K, CALL_NEWEST, 0, 1);
    filter_answer(sandbox, UNKNOWN);
    filter_clone(sandbox);
    filter_mmap(sandbox);
    filter_sockets(sandbox);
    answer_if_equal(sandbox, SYS_flock, PRETEND);
    filter_fcntl(sandbox);
    filter_signs(sandbox);
    filter_others(sandbox);
    for (int i = 0; i < REFUSED_COUNT; i++) answer_if_equal(sandbox, REFUSED[i], REFUSE);
    filter_answer(sandbox, ALLOW);
    return sandbox->filtered < SANDBOX_FILTER;
}

#else

bool sandbox_filter(Sandbox *sandbox) {
    sandbox->filtered = 0;
    return false;
}

#endif

bool sandbox_load_filter(const Sandbox *sandbox) {
    struct sock_fprog program = {(unsigned short)sandbox->filtered, (struct sock_filter *)(uintptr_t)sandbox->filter};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}
