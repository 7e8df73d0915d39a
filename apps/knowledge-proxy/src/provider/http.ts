import { randomUUID } from "node:crypto";
import { AppError } from "@webhand/service-kit/errors";
import type { Metrics } from "@webhand/service-kit/metrics";
import type { DomainStore } from "../domains/store.ts";
import { guardCalls } from "./breaker.ts";
import type { Extraction, ExtractionOutcome } from "./extraction.ts";
import { createExtraction, ExtractionFailure } from "./extraction.ts";
import { foundIn, patternsToAsk } from "./policy.ts";
import type { KnowledgeProvider } from "./port.ts";

/** Limits of a call; tests choose shorter ones. */
export type HttpRules = { readonly connectMs: number; readonly callMs: number; readonly openMs: number };

/** Where the service answers, who may ask it, and what stands beside it: `common` gives public knowledge. */
export type HttpProviderOptions = {
	readonly url: string;
	readonly key: string;
	readonly domains: Pick<DomainStore, "allowedOf">;
	readonly common: KnowledgeProvider;
	readonly metrics: Metrics;
	readonly rules?: Partial<HttpRules>;
};

const usualRules: HttpRules = { connectMs: 500, callMs: 2_500, openMs: 10_000 };

/**
 * The tenant's knowledge from an external extraction service, public knowledge from our own documents. The service gets tenant, host,
 * origin and path of the page, and the search text. What it answers is checked: see `foundIn`. After five failures it is left alone
 * for ten seconds.
 *
 * @returns a provider whose search throws AppError INTERNAL_ERROR when the service fails, at once while it is left alone
 */
export function createHttpProvider(options: HttpProviderOptions): KnowledgeProvider & { readonly close: () => Promise<void> } {
	const { domains, common, metrics } = options;
	const rules = { ...usualRules, ...options.rules };
	const outcomes = metrics.counter("webhand_knowledge_provider_total", "Questions to the external extraction service", ["outcome"]);
	const foreign = metrics.counter(
		"webhand_knowledge_provider_dropped_total",
		"Chunks of the external service that named another tenant or no allowed domain",
		[],
	);
	const service = createExtraction({ ...options, ...rules });
	const calls = guardCalls(service.ask, { openMs: rules.openMs });
	metrics.gauge("webhand_knowledge_breaker_open", "1 while the external extraction service is left alone", () =>
		calls.isClosed() ? 0 : 1,
	);

	const count = (outcome: ExtractionOutcome) => outcomes.inc({ outcome });
	const ask: Extraction["ask"] = async (query, about) => {
		const reply = await calls.fire(query, about).catch((cause: unknown) => {
			count(cause instanceof ExtractionFailure ? cause.outcome : "open");
			// A broken line to the service must not read as one to the database.
			throw new AppError("INTERNAL_ERROR", "The external knowledge service does not answer as agreed", { cause });
		});
		count("ok");
		return reply;
	};
	return {
		search: async (scope, search, about) => {
			if (scope === "public") return common.search(scope, search, about);
			const { signal, requestId = randomUUID() } = about;
			const { url, query, domain, k, maxChars } = search;
			const reply = await ask({ url, query, tenantId: scope, domain, k, maxChars }, { signal, requestId });
			const allowed = await domains.allowedOf(scope, patternsToAsk(reply));
			const { exists, chunks, dropped } = foundIn(reply, allowed, { tenantId: scope, domain, k });
			if (dropped > 0) foreign.inc(dropped);
			return { exists, chunks };
		},
		close: async () => {
			calls.shutdown();
			await service.close();
		},
	};
}
