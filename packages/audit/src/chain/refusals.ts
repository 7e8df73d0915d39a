import type { AuditFact } from "./chain.ts";

const windowMs = 60_000;
/** Rows of refusals of one user in a minute. The rest is counted, so that nobody fills the audit with them. */
const rowsPerWindow = 60;

type Window = { readonly endsAt: number; rows: number; counted: number; last: AuditFact };

/** Limits the rows of refusals. */
export type Refusals = {
	/** True when this refusal gets a row of its own; else it is counted. */
	readonly take: (fact: AuditFact) => boolean;
	/** One row for what was counted of each user whose minute is over, or of all. */
	readonly counted: (options?: { readonly all: boolean }) => readonly AuditFact[];
};

export function createRefusals(now: () => Date): Refusals {
	const windows = new Map<string, Window>();
	return {
		take: (fact) => {
			const key = `${fact.tenantId} ${fact.userId}`;
			const window = windows.get(key) ?? { endsAt: now().getTime() + windowMs, rows: 0, counted: 0, last: fact };
			windows.set(key, window);
			if (window.rows < rowsPerWindow) {
				window.rows += 1;
				return true;
			}
			window.counted += 1;
			window.last = fact;
			return false;
		},
		counted: ({ all } = { all: false }) =>
			[...windows].flatMap(([key, { endsAt, counted, last }]) => {
				if (!all && endsAt > now().getTime()) return [];
				windows.delete(key);
				return counted === 0 ? [] : [summaryOf(last, counted, now())];
			}),
	};
}

function summaryOf(last: AuditFact, count: number, at: Date): AuditFact {
	const { id: _id, ...fact } = last;
	return { ...fact, at, chain: "tenant", target: "", args: { count }, argsHash: null, outcome: "denied:REPEATED", reason: null };
}
