import type { ConditionalRule, Machine } from "./calls.ts";
import { conditionalRules, errno, refusedCalls } from "./calls.ts";

// The kernel's AUDIT_ARCH constants.
const auditArch = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;
const socketCall = { x64: 41, arm64: 198 } as const;
// Unix, IPv4, IPv6, netlink; the network namespace does not hold the others, AF_VSOCK for one.
const socketFamilies = [1, 2, 10, 16];
const verdict = { kill: 0x8000_0000, errno: 0x0005_0000, allow: 0x7fff_0000 } as const;
const offset = { call: 0, arch: 4 } as const;
const offsetOf = (argument: number) => 16 + 8 * argument;
const firstX32Call = 0x4000_0000;

type Step =
	| { readonly kind: "label"; readonly name: string }
	| { readonly kind: "load"; readonly at: number }
	| {
			readonly kind: "jump";
			readonly test: "equal" | "atLeast" | "anyOf";
			readonly value: number;
			readonly yes?: string;
			readonly no?: string;
	  }
	| { readonly kind: "return"; readonly value: number };

/**
 * The filter that bwrap loads: a foreign architecture ends the process, x32 calls do not exist, calls that reach out of a sandbox or hold
 * memory outside of every count are not permitted, sockets are of four families, everything else passes.
 *
 * @returns a classic BPF program, 8 bytes an instruction, little-endian as on both machines
 */
export function seccompProgram(machine: Machine): Uint8Array {
	return assemble([
		{ kind: "load", at: offset.arch },
		{ kind: "jump", test: "equal", value: auditArch[machine], yes: "checkCall" },
		{ kind: "return", value: verdict.kill },
		{ kind: "label", name: "checkCall" },
		{ kind: "load", at: offset.call },
		...(machine === "x64" ? x32Steps : []),
		...conditionalRules.flatMap((rule, index) => conditionalSteps(rule, machine, `after ${index}`)),
		...Object.values(refusedCalls).map(
			(numbers) => ({ kind: "jump", test: "equal", value: numbers[machine], yes: "notPermitted" }) as const,
		),
		{ kind: "jump", test: "equal", value: socketCall[machine], no: "allow" },
		{ kind: "load", at: offsetOf(0) },
		...socketFamilies.map((family) => ({ kind: "jump", test: "equal", value: family, yes: "allow" }) as const),
		{ kind: "return", value: verdict.errno | errno.EAFNOSUPPORT },
		{ kind: "label", name: "notPermitted" },
		{ kind: "return", value: verdict.errno | errno.EPERM },
		{ kind: "label", name: "allow" },
		{ kind: "return", value: verdict.allow },
	]);
}

const x32Steps: readonly Step[] = [
	{ kind: "jump", test: "atLeast", value: firstX32Call, no: "thisMachine" },
	{ kind: "return", value: verdict.errno | errno.ENOSYS },
	{ kind: "label", name: "thisMachine" },
];

/** @param after a label of this rule alone */
function conditionalSteps({ numbers, when, answer }: ConditionalRule, machine: Machine, after: string): readonly Step[] {
	const number = numbers[machine];
	if (number === null) return [];
	const passes = `${after} passes`;
	return [
		{ kind: "jump", test: "equal", value: number, no: after },
		...when.flatMap(({ argument, test, value }): Step[] => [
			{ kind: "load", at: offsetOf(argument) },
			{ kind: "jump", test, value, no: passes },
		]),
		{ kind: "return", value: verdict.errno | answer },
		{ kind: "label", name: passes },
		{ kind: "load", at: offset.call },
		{ kind: "label", name: after },
	];
}

const opcode = { load: 0x20, equal: 0x15, atLeast: 0x35, anyOf: 0x45, return: 0x06 } as const;

function assemble(steps: readonly Step[]): Uint8Array {
	const instructions = steps.filter((step) => step.kind !== "label");
	const places = new Map<string, number>();
	let at = 0;
	for (const step of steps) {
		if (step.kind === "label") places.set(step.name, at);
		else at += 1;
	}
	const distance = (from: number, to: string | undefined) => {
		const far = to === undefined ? 0 : (places.get(to) ?? Number.NaN) - from - 1;
		// A jump has eight bits.
		if (!(far >= 0 && far <= 255)) throw new RangeError(`The filter cannot jump to ${to}`);
		return far;
	};
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
