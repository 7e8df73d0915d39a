import { availableParallelism } from "node:os";
import { createPlaces } from "@webhand/service-kit/shares/places";
import type { RunDeps } from "./run.ts";
import { runExecution } from "./run.ts";

/** Runs commands that wait, as the shares of their tenants and users allow. */
export type Turns = {
	/** Looks for commands at once. Never throws. */
	readonly wake: () => void;
	/** Takes no more commands. */
	readonly pause: () => void;
	/** Waits for those that run. Never rejects. */
	readonly close: () => Promise<void>;
};

/** Commands at once: most of them wait for something, and what each may take is bounded for itself. */
const placesHere = Math.max(8, 4 * availableParallelism());

/** Starts to run commands in this process; `wake` tells it of new ones. */
export function startTurns(deps: RunDeps): Turns {
	const { log } = deps;
	const places = createPlaces({ places: placesHere, mostWaiting: 0 });
	const running = new Set<Promise<void>>();
	let isPaused = false;
	let looking: Promise<void> | undefined;
	let isWanted = false;

	const takeAll = async () => {
		while (!isPaused) {
			const picked = places.pick(await deps.store.firstWaiting());
			if (picked === undefined) return;
			const row = await deps.store.take(picked.next._id, deps.life.runnerId).catch((cause: unknown) => {
				picked.release();
				throw cause;
			});
			if (row === null) {
				// Another runner was first.
				picked.release();
				continue;
			}
			const run = runExecution(deps, row)
				.catch((err: unknown) => log.info({ err, callId: row._id }, "the end of a command was not written"))
				.finally(() => {
					picked.release();
					running.delete(run);
					wake();
				});
			running.add(run);
		}
	};
	const wake = () => {
		isWanted = true;
		looking ??= (async () => {
			while (isWanted && !isPaused) {
				isWanted = false;
				await takeAll().catch((err: unknown) => log.info({ err }, "commands that wait could not be read, the sweep looks again"));
			}
			looking = undefined;
		})();
	};
	return {
		wake,
		pause: () => {
			isPaused = true;
		},
		close: async () => {
			await looking;
			await Promise.all(running);
		},
	};
}
