import type { Metrics } from "@webhand/service-kit/metrics";

/** Figures of realtime. */
export type RealtimeMetrics = {
	readonly closed: (code: number) => void;
	/** `seconds` from the publication to the sockets, where it is known. */
	readonly delivered: (sockets: number, seconds: number | undefined) => void;
	readonly dropped: () => void;
	readonly gapRead: () => void;
	readonly count: (sockets: () => number) => void;
};

const knownCodes = new Set([1_000, 1_001, 1_005, 1_006, 1_009, 4_001, 4_006, 4_007, 4_008, 4_009, 4_100, 4_200, 4_201]);

/** Opens the figures of realtime. */
export function createRealtimeMetrics(metrics: Metrics): RealtimeMetrics {
	const closed = metrics.counter("webhand_rt_closed_total", "Sockets that were closed, by close code", ["code"]);
	const deliveries = metrics.counter("webhand_rt_deliveries_total", "Events written to sockets", []);
	const seconds = metrics.seconds("webhand_rt_delivery_seconds", "Time from the publication of an event to its sockets", []);
	const dropped = metrics.counter("webhand_rt_dropped_total", "Messages of Redis that do not read", []);
	const gapReads = metrics.counter("webhand_rt_gap_reads_total", "Reads of the log that found deleted events", []);
	return {
		closed: (code) => closed.inc({ code: knownCodes.has(code) ? String(code) : "other" }),
		delivered: (sockets, took) => {
			deliveries.inc(sockets);
			if (took !== undefined) seconds.observe(Math.max(0, took));
		},
		dropped: () => dropped.inc(),
		gapRead: () => gapReads.inc(),
		count: (sockets) => metrics.gauge("webhand_rt_sockets", "Open sockets", sockets),
	};
}
