/** Machines the filter is written for; on any other the sandbox stays off. */
export type Machine = "x64" | "arm64";

/** The number of a call on both machines; null where it is none. */
type Numbers = Readonly<Record<Machine, number | null>>;

/** What an argument of a call, from 0, must be: this value, or one with any of these bits. */
type Condition = { readonly argument: number; readonly test: "equal" | "anyOf"; readonly value: number };

/** A call that is answered with an error number where all conditions hold; 0 says that it was done. */
export type ConditionalRule = {
	readonly name: string;
	readonly numbers: Numbers;
	readonly when: readonly Condition[];
	readonly answer: number;
};

/** The kernel's error numbers that calls are answered with. */
export const errno = { none: 0, EPERM: 1, ENOSYS: 38, EAFNOSUPPORT: 97 } as const;

/** Calls that are never permitted, by their numbers. */
export const refusedCalls = {
	ptrace: { x64: 101, arm64: 117 },
	process_vm_readv: { x64: 310, arm64: 270 },
	process_vm_writev: { x64: 311, arm64: 271 },
	mount: { x64: 165, arm64: 40 },
	umount2: { x64: 166, arm64: 39 },
	open_tree: { x64: 428, arm64: 428 },
	move_mount: { x64: 429, arm64: 429 },
	fsopen: { x64: 430, arm64: 430 },
	fsconfig: { x64: 431, arm64: 431 },
	fsmount: { x64: 432, arm64: 432 },
	fspick: { x64: 433, arm64: 433 },
	mount_setattr: { x64: 442, arm64: 442 },
	pivot_root: { x64: 155, arm64: 41 },
	chroot: { x64: 161, arm64: 51 },
	unshare: { x64: 272, arm64: 97 },
	setns: { x64: 308, arm64: 268 },
	bpf: { x64: 321, arm64: 280 },
	perf_event_open: { x64: 298, arm64: 241 },
	userfaultfd: { x64: 323, arm64: 282 },
	add_key: { x64: 248, arm64: 217 },
	request_key: { x64: 249, arm64: 218 },
	keyctl: { x64: 250, arm64: 219 },
	io_uring_setup: { x64: 425, arm64: 425 },
	io_uring_enter: { x64: 426, arm64: 426 },
	io_uring_register: { x64: 427, arm64: 427 },
	init_module: { x64: 175, arm64: 105 },
	delete_module: { x64: 176, arm64: 106 },
	finit_module: { x64: 313, arm64: 273 },
	kexec_load: { x64: 246, arm64: 104 },
	kexec_file_load: { x64: 320, arm64: 294 },
	open_by_handle_at: { x64: 304, arm64: 265 },
	// Memory that stands in no count of a process and in no file system of the sandbox.
	memfd_create: { x64: 319, arm64: 279 },
	memfd_secret: { x64: 447, arm64: 447 },
	shmget: { x64: 29, arm64: 194 },
	shmat: { x64: 30, arm64: 196 },
	msgget: { x64: 68, arm64: 186 },
	semget: { x64: 64, arm64: 190 },
	mq_open: { x64: 240, arm64: 180 },
	vmsplice: { x64: 278, arm64: 75 },
	fanotify_init: { x64: 300, arm64: 262 },
} as const;

/** Bits that let a file act as its owner or its group for whoever runs it. */
const setIdBits = 0o6000;
const [createFlag, temporaryFlag] = [0o100, 0o20_000_000];
const creates = (name: string, numbers: Numbers, flags: number): readonly ConditionalRule[] =>
	[createFlag, temporaryFlag].map((flag) => ({
		name,
		numbers,
		answer: errno.EPERM,
		when: [
			{ argument: flags, test: "anyOf", value: flag },
			{ argument: flags + 1, test: "anyOf", value: setIdBits },
		],
	}));
const setsMode = (name: string, numbers: Numbers, mode: number): ConditionalRule => ({
	name,
	numbers,
	answer: errno.EPERM,
	when: [{ argument: mode, test: "anyOf", value: setIdBits }],
});
const setsBuffer = (option: number): ConditionalRule => ({
	// It says yes and keeps the size that the watch counts a socket with.
	name: "setsockopt",
	numbers: { x64: 54, arm64: 208 },
	answer: errno.none,
	when: [
		{ argument: 1, test: "equal", value: 1 },
		{ argument: 2, test: "equal", value: option },
	],
});

/** Calls that are judged by what they ask. */
export const conditionalRules: readonly ConditionalRule[] = [
	{
		// Shared memory without a file outlives its mapping, and then counts nowhere.
		name: "mmap",
		numbers: { x64: 9, arm64: 222 },
		answer: errno.EPERM,
		when: [
			{ argument: 3, test: "anyOf", value: 0x20 },
			{ argument: 3, test: "anyOf", value: 0x01 },
		],
	},
	...[7, 8].map(setsBuffer),
	setsMode("chmod", { x64: 90, arm64: null }, 1),
	setsMode("fchmod", { x64: 91, arm64: 52 }, 1),
	setsMode("fchmodat", { x64: 268, arm64: 53 }, 2),
	setsMode("fchmodat2", { x64: 452, arm64: 452 }, 2),
	setsMode("creat", { x64: 85, arm64: null }, 1),
	setsMode("mknod", { x64: 133, arm64: null }, 1),
	setsMode("mknodat", { x64: 259, arm64: 33 }, 2),
	...creates("open", { x64: 2, arm64: null }, 1),
	...creates("openat", { x64: 257, arm64: 56 }, 2),
	// Its flags lie in memory, which a filter does not read; callers go on with openat.
	{ name: "openat2", numbers: { x64: 437, arm64: 437 }, when: [], answer: errno.ENOSYS },
];
