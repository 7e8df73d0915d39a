import { expect, test } from "vitest";
import type { Machine } from "./seccomp.ts";
import { callNumber, refusedCallNames, seccompProgram } from "./seccomp.ts";

const allowed = 0x7fff_0000;
const killed = 0x8000_0000;
const refusedWith = (errno: number) => 0x0005_0000 + errno;
const arch = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;
const read = { x64: 0, arm64: 63 } as const;

type CallFacts = { readonly call: number; readonly arch: number; readonly family?: number };

/** Runs a classic BPF program as the kernel does, for the four instructions that the filter uses. */
function judge(program: Uint8Array, facts: CallFacts): number {
	const data = new DataView(new ArrayBuffer(64));
	data.setUint32(0, facts.call, true);
	data.setUint32(4, facts.arch, true);
	data.setUint32(16, facts.family ?? 0, true);
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
			case 0x06:
				return value;
			default:
				throw new Error(`instruction ${at} is unknown`);
		}
	}
	throw new Error("the program has no end");
}

for (const machine of ["x64", "arm64"] as const satisfies readonly Machine[]) {
	const program = seccompProgram(machine);
	const ask = (call: number, family?: number) => judge(program, { call, arch: arch[machine], ...(family === undefined ? {} : { family }) });

	test.for(refusedCallNames)(`%s is not permitted on ${machine}`, (name) => {
		expect(ask(callNumber(name, machine))).toBe(refusedWith(1));
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
		expect(ask(callNumber("socket", machine), family)).toBe(verdict);
	});

	test(`a call of another architecture ends the process on ${machine}`, () => {
		expect(judge(program, { call: read[machine], arch: 0x4000_0003 })).toBe(killed);
		expect(judge(program, { call: read[machine], arch: arch[machine === "x64" ? "arm64" : "x64"] })).toBe(killed);
	});
}

test("an x32 call does not exist", () => {
	expect(judge(seccompProgram("x64"), { call: 0x4000_0000 + 59, arch: arch.x64 })).toBe(refusedWith(38));
});
