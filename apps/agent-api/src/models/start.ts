import { AppError } from "@webhand/service-kit/errors";
import type { Logger } from "@webhand/service-kit/logs";
import type { Decider } from "../decider/port.ts";

/**
 * Tests the installation's model in the background, so that its first task is asked for in the form that its provider holds it to. The log
 * says what was found, or why it does not answer; the service starts either way.
 */
export function testAtStart(decider: Decider, log: Pick<Logger, "info" | "warn">, stopping: AbortSignal): void {
	const { name: provider, model } = decider;
	decider.ping?.(stopping).then(
		(found) => log.info({ provider, model, ...found }, "the model answers"),
		(cause: unknown) => {
			const details = cause instanceof AppError ? { reason: cause.details?.["reason"], problem: cause.message } : {};
			if (!stopping.aborted) log.warn({ provider, model, ...details }, "the model does not answer");
		},
	);
}
