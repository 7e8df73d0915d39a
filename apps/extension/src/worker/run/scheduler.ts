type Drive = { abort: AbortController; isPoked: boolean };

/** Drives the runs of this worker. All durable state is in the records. */
export type Scheduler = {
	/** Drives the run of a tab; a run under way reads its record once more before it rests. */
	readonly schedule: (tabId: number) => void;
	/** Aborts the run's wait; its record says `ended` already. */
	readonly stop: (tabId: number) => void;
	readonly sleepUntil: (time: number, signal: AbortSignal) => Promise<void>;
};

export type SchedulerDeps = {
	readonly drive: (tabId: number, signal: AbortSignal) => Promise<void>;
	readonly onError: (tabId: number, error: unknown) => Promise<void>;
	readonly now: () => number;
};

/** One drive per tab. A dead worker frees its Web Lock. */
export function createScheduler(deps: SchedulerDeps): Scheduler {
	const scheduler = new Map<number, Drive>();
	const sleepers = new Set<() => void>();
	const wakeAll = () => {
		for (const wake of [...sleepers]) wake();
	};

	async function fly(tabId: number, flight: Drive): Promise<void> {
		await navigator.locks.request(`run:${tabId}`, { ifAvailable: true }, async (lock) => {
			if (lock === null) return;
			do {
				flight.isPoked = false;
				flight.abort = new AbortController();
				await deps.drive(tabId, flight.abort.signal).catch((error) => deps.onError(tabId, error));
			} while (flight.isPoked);
		});
		scheduler.delete(tabId);
		// Scheduled after the last reading of the record, so it runs again.
		if (flight.isPoked) launch(tabId);
	}

	function launch(tabId: number): void {
		const flight = { abort: new AbortController(), isPoked: false };
		scheduler.set(tabId, flight);
		void fly(tabId, flight);
	}

	return {
		schedule: (tabId) => {
			const flying = scheduler.get(tabId);
			if (flying === undefined) {
				launch(tabId);
				return;
			}
			flying.isPoked = true;
			wakeAll();
		},
		stop: (tabId) => {
			scheduler.get(tabId)?.abort.abort(new Error("The user stopped the task"));
			wakeAll();
		},
		sleepUntil: (time, signal) =>
			new Promise((resolve) => {
				const wake = () => {
					clearTimeout(timer);
					sleepers.delete(wake);
					signal.removeEventListener("abort", wake);
					resolve();
				};
				const timer = setTimeout(wake, Math.max(0, time - deps.now()));
				sleepers.add(wake);
				signal.addEventListener("abort", wake);
				if (signal.aborted) wake();
			}),
	};
}
