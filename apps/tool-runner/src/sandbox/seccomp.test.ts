import { expect, test } from "vitest";
import type { ConditionalRule, Machine } from "./calls.ts";
import { conditionalRules, refusedCalls } from "./calls.ts";
import { seccompProgram } from "./seccomp.ts";

const allowed = 0x7fff_0000;
const killed = 0x8000_0000;
const refusedWith = (errno: number) => 0x0005_0000 + errno;
const arch = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;
const read = { x64: 0, arm64: 63 } as const;
const socket = { x64: 41, arm64: 198 } as const;

type CallFacts = { readonly call: number; readonly arch: number; readonly given?: readonly number[] };

/** Runs a classic BPF program as the kernel does, for the five instructions that the filter uses. */
function judge(program: Uint8Array, facts: CallFacts): number {
	const data = new DataView(new ArrayBuffer(64));
	data.setUint32(0, facts.call, true);
	data.setUint32(4, facts.arch, true);
	for (const [argument, value] of (facts.given ?? []).entries()) data.setUint32(16 + 8 * argument, value, true);
	const code = new DataView(program.buffer);
	let accumulator = 0;
	for (let at = 0; 8 * at < program.length; at += 1) {
		const value = code.getUint32(8 * at + 4, true);
		const isTrue = code.getUint8(8 * at + 2);
		const isFalse = code.getUint8(8 * at + 3);
		switch (code.getUint16(8 * at, true)) {
			case 0x20:
				accumulator = data.getUint32(value, true);
				break;
			case 0x15:
				at += accumulator === value ? isTrue : isFalse;
				break;
			case 0x35:
				at += accumulator >= value ? isTrue : isFalse;
				break;
			case 0x45:
				at += (accumulator & value) !== 0 ? isTrue : isFalse;
				break;
			case 0x06:
				return value;
			default:
				throw new Error(`instruction ${at} is unknown`);
		}
	}
	throw new Error("the program has no end");
}

/** Arguments that fulfil the conditions, and nothing else. */
function argumentsOf(when: ConditionalRule["when"]): readonly number[] {
	const given = [0, 0, 0, 0, 0, 0];
	for (const { argument, value } of when) given[argument] = (given[argument] ?? 0) | value;
	return given;
}

for (const machine of ["x64", "arm64"] as const satisfies readonly Machine[]) {
	const program = seccompProgram(machine);
	const ask = (call: number, given: readonly number[] = []) => judge(program, { call, arch: arch[machine], given });

	test.for(Object.entries(refusedCalls))(`%s is not permitted on ${machine}`, ([, numbers]) => {
		expect(ask(numbers[machine])).toBe(refusedWith(1));
	});

	test.for(conditionalRules.filter(({ numbers }) => numbers[machine] !== null))(
		`$name is answered on ${machine} where all that it asks is named, and passes otherwise`,
		({ numbers, when, answer }) => {
			const number = numbers[machine] ?? 0;
			expect(ask(number, argumentsOf(when))).toBe(refusedWith(answer));
			for (const left of when)
				expect(ask(number, argumentsOf(when.filter((condition) => condition.argument !== left.argument)))).toBe(allowed);
		},
	);

	test.for([
		{ what: "a file", flags: 0x01, fits: allowed },
		{ what: "memory of its own", flags: 0x22, fits: allowed },
		{ what: "shared memory without a file", flags: 0x21, fits: refusedWith(1) },
		{ what: "shared memory, validated", flags: 0x23, fits: refusedWith(1) },
	])(`a mapping of $what is judged on ${machine}`, ({ flags, fits }) => {
		expect(ask({ x64: 9, arm64: 222 }[machine], [0, 4_096, 3, flags])).toBe(fits);
	});

	test.for([
		[0o644, allowed],
		[0o1777, allowed],
		[0o4755, refusedWith(1)],
		[0o2755, refusedWith(1)],
		[0o6000, refusedWith(1)],
	] as const)(`a mode of %o is judged on ${machine}`, ([mode, fits]) => {
		expect(ask({ x64: 268, arm64: 53 }[machine], [0, 0, mode])).toBe(fits);
		expect(ask({ x64: 257, arm64: 56 }[machine], [0, 0, 0o101, mode])).toBe(fits);
		// Without a new file the mode means nothing.
		expect(ask({ x64: 257, arm64: 56 }[machine], [0, 0, 0, mode])).toBe(allowed);
	});

	test(`an ordinary call passes on ${machine}`, () => {
		expect(ask(read[machine])).toBe(allowed);
		expect(ask(500)).toBe(allowed);
	});

	test.for([
		["Unix", 1, allowed],
		["IPv4", 2, allowed],
		["IPv6", 10, allowed],
		["netlink", 16, allowed],
		["packet", 17, refusedWith(97)],
		["vsock", 40, refusedWith(97)],
		["alg", 38, refusedWith(97)],
	] as const)(`a %s socket is judged on ${machine}`, ([, family, verdict]) => {
		expect(ask(socket[machine], [family])).toBe(verdict);
	});

	test(`a call of another architecture ends the process on ${machine}`, () => {
		expect(judge(program, { call: read[machine], arch: 0x4000_0003 })).toBe(killed);
		expect(judge(program, { call: read[machine], arch: arch[machine === "x64" ? "arm64" : "x64"] })).toBe(killed);
	});
}

test("an x32 call does not exist", () => {
	expect(judge(seccompProgram("x64"), { call: 0x4000_0000 + 59, arch: arch.x64 })).toBe(refusedWith(38));
});
