/** Machines the filter is written for; on any other the sandbox stays off. */
export type Machine = "x64" | "arm64";

// Numbers of the kernel's AUDIT_ARCH constants and system calls, for both machines.
const auditArch = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;
const socketCall = { x64: 41, arm64: 198 } as const;
const refusedCalls = {
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
} as const;

// Unix, IPv4, IPv6, netlink; the network namespace does not hold the others, AF_VSOCK for one.
const socketFamilies = [1, 2, 10, 16];
const errno = { EPERM: 1, ENOSYS: 38, EAFNOSUPPORT: 97 } as const;
const verdict = { kill: 0x8000_0000, errno: 0x0005_0000, allow: 0x7fff_0000 } as const;
const offset = { call: 0, arch: 4, firstArgument: 16 } as const;
const firstX32Call = 0x4000_0000;

type Label = "checkCall" | "checkSocket" | "checkFamily" | "notPermitted" | "noSuchCall" | "noSuchFamily" | "kill" | "allow";
type Step =
	| { readonly kind: "label"; readonly name: Label }
	| { readonly kind: "load"; readonly at: number }
	| { readonly kind: "jump"; readonly test: "equal" | "atLeast"; readonly value: number; readonly yes?: Label; readonly no?: Label }
	| { readonly kind: "return"; readonly value: number };

/** The calls by name, for the test that tries each of them. */
export const refusedCallNames = Object.keys(refusedCalls) as readonly (keyof typeof refusedCalls)[];

/** The number of a refused call on a machine. */
export function callNumber(name: keyof typeof refusedCalls | "socket", machine: Machine): number {
	return name === "socket" ? socketCall[machine] : refusedCalls[name][machine];
}

/**
 * The filter that bwrap loads: a foreign architecture ends the process, x32 calls do not exist, calls that reach out of a sandbox are not
 * permitted, sockets are of four families, everything else passes.
 *
 * @returns a classic BPF program, 8 bytes an instruction, little-endian as on both machines
 */
export function seccompProgram(machine: Machine): Uint8Array {
	return assemble([
		{ kind: "load", at: offset.arch },
		{ kind: "jump", test: "equal", value: auditArch[machine], no: "kill" },
		{ kind: "label", name: "checkCall" },
		{ kind: "load", at: offset.call },
		...(machine === "x64" ? [{ kind: "jump", test: "atLeast", value: firstX32Call, yes: "noSuchCall" } as const] : []),
		...refusedCallNames.map((name) => ({ kind: "jump", test: "equal", value: callNumber(name, machine), yes: "notPermitted" }) as const),
		{ kind: "label", name: "checkSocket" },
		{ kind: "jump", test: "equal", value: socketCall[machine], no: "allow" },
		{ kind: "label", name: "checkFamily" },
		{ kind: "load", at: offset.firstArgument },
		...socketFamilies.map((family) => ({ kind: "jump", test: "equal", value: family, yes: "allow" }) as const),
		{ kind: "label", name: "noSuchFamily" },
		{ kind: "return", value: verdict.errno | errno.EAFNOSUPPORT },
		{ kind: "label", name: "notPermitted" },
		{ kind: "return", value: verdict.errno | errno.EPERM },
		{ kind: "label", name: "noSuchCall" },
		{ kind: "return", value: verdict.errno | errno.ENOSYS },
		{ kind: "label", name: "kill" },
		{ kind: "return", value: verdict.kill },
		{ kind: "label", name: "allow" },
		{ kind: "return", value: verdict.allow },
	]);
}

const opcode = { load: 0x20, equal: 0x15, atLeast: 0x35, return: 0x06 } as const;

function assemble(steps: readonly Step[]): Uint8Array {
	const instructions = steps.filter((step) => step.kind !== "label");
	const places = new Map<Label, number>();
	let at = 0;
	for (const step of steps) {
		if (step.kind === "label") places.set(step.name, at);
		else at += 1;
	}
	const distance = (from: number, to: Label | undefined) => (to === undefined ? 0 : (places.get(to) ?? Number.NaN) - from - 1);
	const bytes = new DataView(new ArrayBuffer(8 * instructions.length));
	for (const [index, step] of instructions.entries()) {
		const [code, value] =
			step.kind === "load"
				? [opcode.load, step.at]
				: step.kind === "return"
					? [opcode.return, step.value]
					: [opcode[step.test], step.value];
		bytes.setUint16(8 * index, code, true);
		if (step.kind === "jump") {
			bytes.setUint8(8 * index + 2, distance(index, step.yes));
			bytes.setUint8(8 * index + 3, distance(index, step.no));
		}
		bytes.setUint32(8 * index + 4, value, true);
	}
	return new Uint8Array(bytes.buffer);
}
