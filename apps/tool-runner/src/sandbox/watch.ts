import { totalmem } from "node:os";
import { heldBy, hostMemory, tcpPressure } from "./memory.ts";

/** Which limit a program is above. */
export type WatchLimit = "memory_limit" | "disk_limit";

/** A program that is looked after. */
export type WatchedProgram = {
	/** Below it are all processes of the program. */
	readonly pid: number | undefined;
	/** When this host runs short, the tenant that holds most gives back first. */
	readonly tenantId: string;
	/** True once it may write no more; absent for a program that may write nothing. Never rejects. */
	readonly isDiskFull?: () => Promise<boolean>;
	readonly stop: (limit: WatchLimit) => void;
};

/** Looks after a running program until the result is called. */
export type Watch = (program: WatchedProgram) => () => void;

/** In bytes: what all processes of a program hold together, what stays free on this host, and what TCP connections of all hold together. */
export type MemoryLimits = { readonly memory: number; readonly leastAvailable: number; readonly mostTcp: number };

/** What programs may hold on this host: 2 GiB each, all but a tenth of its memory together, and half of what TCP may before it slows down. */
export async function memoryLimits(): Promise<MemoryLimits> {
	// A container has less than its host.
	const all = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
	return { memory: 2 * 2 ** 30, leastAvailable: Math.min(512 * 2 ** 20, all / 10), mostTcp: (await tcpPressure()) / 2 };
}

/** A program as it was found, in bytes. `isEnding`: it was told to stop. */
export type Found = { readonly tenantId: string; readonly memory: number; readonly tcp: number; readonly isEnding: boolean };

/** Who holds less is not what makes a host short. */
const leastShare = { memory: 1, tcp: 1_048_576 } as const;
const pauseMs = { calm: 500, eager: 100 } as const;

/**
 * The programs to end: those above their limit; where this host itself runs short, the largest of the tenant that holds most.
 *
 * @throws never
 */
export function programsToEnd<Program extends Found>(
	programs: readonly Program[],
	host: { readonly available: number; readonly tcp: number },
	limits: MemoryLimits,
): readonly Program[] {
	const over = programs.filter(({ memory, isEnding }) => memory > limits.memory && !isEnding);
	// What ends gives its memory back first.
	if (over.length > 0 || programs.some(({ isEnding }) => isEnding)) return over;
	if (host.available < limits.leastAvailable) return largest(programs, "memory");
	return host.tcp > limits.mostTcp ? largest(programs, "tcp") : [];
}

function largest<Program extends Found>(programs: readonly Program[], measure: "memory" | "tcp"): readonly Program[] {
	const ofTenant = new Map<string, number>();
	for (const program of programs) ofTenant.set(program.tenantId, (ofTenant.get(program.tenantId) ?? 0) + program[measure]);
	const weight = (program: Program) => [ofTenant.get(program.tenantId) ?? 0, program[measure]] as const;
	const [first] = programs
		.filter((program) => program[measure] >= leastShare[measure])
		.sort((one, other) => weight(other)[0] - weight(one)[0] || weight(other)[1] - weight(one)[1]);
	return first === undefined ? [] : [first];
}

/** Opens the watch: it looks twice a second, and more often at a program that has a quarter of its limit. */
export function createWatch(limits: MemoryLimits): Watch {
	const running = new Map<WatchedProgram, { isEnding: boolean }>();
	let isLooking = false;
	/** @returns whether a program comes near its limit */
	const look = async (): Promise<boolean> => {
		const host = await hostMemory().catch(() => ({ available: Number.POSITIVE_INFINITY, tcp: 0 }));
		const isTcpWanted = host.tcp > limits.mostTcp;
		const found = await Promise.all(
			[...running].map(async ([program, state]) => {
				const held = program.pid === undefined ? { memory: 0, tcp: 0 } : await heldBy(program.pid, { isTcpWanted });
				if ((await program.isDiskFull?.()) === true) end(program, "disk_limit");
				return { ...held, program, tenantId: program.tenantId, isEnding: state.isEnding };
			}),
		);
		for (const { program } of programsToEnd(found, host, limits)) end(program, "memory_limit");
		return found.some(({ memory }) => memory > limits.memory / 4);
	};
	const goOn = async () => {
		// A program that has ended meanwhile cannot be stopped; the others are looked after all the same.
		const isEager = await look().catch(() => false);
		isLooking = running.size > 0;
		if (isLooking) setTimeout(goOn, isEager ? pauseMs.eager : pauseMs.calm);
	};
	const end = (program: WatchedProgram, limit: WatchLimit) => {
		const state = running.get(program);
		if (state === undefined) return;
		state.isEnding = true;
		program.stop(limit);
	};
	return (program) => {
		running.set(program, { isEnding: false });
		if (!isLooking) setTimeout(goOn, pauseMs.calm);
		isLooking = true;
		return () => {
			running.delete(program);
		};
	};
}
