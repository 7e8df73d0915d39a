import type { MetricObjectWithValues, MetricValue } from "prom-client";
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** Registry of a process's metrics; `text` is what `/metrics` shows. Label values come from closed sets. */
export type Metrics = {
	readonly counter: <Label extends string>(name: string, help: string, labels: readonly Label[]) => Counter<Label>;
	readonly seconds: <Label extends string>(name: string, help: string, labels: readonly Label[]) => Histogram<Label>;
	/** A value read when somebody asks for it; one for each set of labels. */
	readonly gauge: (name: string, help: string, value: (() => number) | LabelledValue) => void;
	/** Counters and histograms, for `addCounts` of another thread. */
	readonly counts: () => Promise<MetricCounts>;
	/** Adds the counts of another thread to `text`. */
	readonly addCounts: (read: () => Promise<MetricCounts>) => void;
	readonly text: () => Promise<{ readonly contentType: string; readonly body: string }>;
	/** Lets go of what the metrics read. The observer of garbage collections holds the registry as long as the process lives. */
	readonly close: () => void;
};

/** One of several values of a name. */
type LabelledValue = { readonly labels: Readonly<Record<string, string>>; readonly read: () => number };

/** Counters and histograms with their values. */
export type MetricCounts = readonly MetricObjectWithValues<MetricValue<string>>[];

const buckets = [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/**
 * Opens the metrics of a process, with a registry of their own. Asking twice for one name gives the same metric.
 *
 * @param options `processDefaults` false leaves out the process's own numbers, as tests with many services in one process want
 */
export function createMetrics(options: { readonly processDefaults: boolean } = { processDefaults: true }): Metrics {
	const registry = new Registry();
	const others: (() => Promise<MetricCounts>)[] = [];
	const gauges = new Map<string, LabelledValue[]>();
	const isGauge = ({ type }: { readonly type: unknown }) => type === "gauge";
	if (options.processDefaults) collectDefaultMetrics({ register: registry });
	return {
		counter: <Label extends string>(name: string, help: string, labels: readonly Label[]) =>
			(registry.getSingleMetric(name) as Counter<Label> | undefined) ??
			new Counter({ name, help, labelNames: labels, registers: [registry] }),
		seconds: <Label extends string>(name: string, help: string, labels: readonly Label[]) =>
			(registry.getSingleMetric(name) as Histogram<Label> | undefined) ??
			new Histogram({ name, help, labelNames: labels, buckets, registers: [registry] }),
		gauge: (name, help, value) => {
			const given = typeof value === "function" ? { labels: {}, read: value } : value;
			const values = gauges.get(name) ?? [];
			values.push(given);
			if (gauges.has(name)) return;
			gauges.set(name, values);
			const collect = () => {
				for (const { labels, read } of values) gauge.set(labels, read());
			};
			const gauge: Gauge = new Gauge({ name, help, labelNames: Object.keys(given.labels), registers: [registry], collect });
		},
		counts: async () => (await registry.getMetricsAsJSON()).filter((metric) => !isGauge(metric)),
		addCounts: (read) => void others.push(read),
		text: async () => {
			// Read once: some metrics start again with each reading.
			const own = (await registry.getMetricsAsJSON()).map((metric) => ({ ...metric, aggregator: isGauge(metric) ? "first" : "sum" }));
			const all = AggregatorRegistry.aggregate([own, ...(await Promise.all(others.map((read) => read())))]);
			return { contentType: registry.contentType, body: await all.metrics() };
		},
		close: () => {
			registry.clear();
			gauges.clear();
			others.length = 0;
		},
	};
}
