/** A clock that moves only when a test moves it. `now` goes wherever a service takes its time from. */
export type ManualClock = {
	readonly now: () => Date;
	/** Moves the clock by milliseconds, backwards too. */
	readonly advance: (ms: number) => void;
	readonly set: (time: Date) => void;
};

/** Makes a clock that shows `start`, by default a Monday at noon UTC. */
export function createManualClock(start = new Date("2026-03-02T12:00:00.000Z")): ManualClock {
	let time = start.getTime();
	return {
		now: () => new Date(time),
		advance: (ms) => {
			time += ms;
		},
		set: (wanted) => {
			time = wanted.getTime();
		},
	};
}
