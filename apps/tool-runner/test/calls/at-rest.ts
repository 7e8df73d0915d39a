import type { LifeDeps } from "../../src/calls/life.ts";

const ignore = () => undefined;
const ignored = async () => undefined;

/** What the life of calls has where none of them runs: it only sweeps. */
export const atRest = {
	runnerId: "sweeping",
	live: {
		hold: () => {
			throw new Error("no call runs here");
		},
		cancel: ignore,
		close: ignored,
	},
	signals: { wake: ignored, listen: () => ignore, tellCancelled: ignored, close: ignore },
	guard: { whenEnded: () => ignore },
	inTurn: (_key, work) => work(),
	budget: { check: ignored, addRun: ignored, addBytes: ignored },
	now: () => new Date(),
	log: { debug: ignore, info: ignore, warn: ignore, error: ignore, fatal: ignore },
} satisfies Omit<LifeDeps, "audit" | "intended">;
