import type { FastifyInstance } from "fastify";

/** One thing a service stands on. `isVital` false: without it the service is degraded, not out of order. `check` rejects or gives false. */
export type ReadinessCheck = { readonly isVital: boolean; readonly check: () => Promise<unknown> | boolean };

/** The answer of `/readyz`. */
export type Readiness = { readonly status: "ready" | "degraded" | "not_ready"; readonly checks: Readonly<Record<string, "ok" | "failed">> };

const cachedMs = 1_000;
const checkLimitMs = 1_500;

/** Sums the checks up. @throws never */
export function judgeReadiness(
	results: readonly { readonly name: string; readonly isVital: boolean; readonly isOk: boolean }[],
): Readiness {
	const failed = results.filter((result) => !result.isOk);
	const status = failed.some((result) => result.isVital) ? "not_ready" : failed.length > 0 ? "degraded" : "ready";
	return { status, checks: Object.fromEntries(results.map(({ name, isOk }) => [name, isOk ? "ok" : "failed"])) };
}

/** Serves `/healthz` (is the event loop alive?) and `/readyz` (may the balancer send requests?). Neither asks for a token. */
export function serveHealth(app: FastifyInstance, checks: Readonly<Record<string, ReadinessCheck>>): void {
	let cached: { readonly at: number; readonly readiness: Promise<Readiness> } | undefined;
	const measure = async () =>
		judgeReadiness(
			await Promise.all(Object.entries(checks).map(async ([name, { isVital, check }]) => ({ name, isVital, isOk: await passes(check) }))),
		);
	const open = { config: { isOpen: true }, schema: { hide: true } };
	app.get("/healthz", open, async () => ({ status: "ok" }));
	app.get("/readyz", open, async (_request, reply) => {
		if (cached === undefined || performance.now() - cached.at >= cachedMs) cached = { at: performance.now(), readiness: measure() };
		const readiness = await cached.readiness;
		if (readiness.status === "not_ready") reply.code(503).header("retry-after", "1");
		return readiness;
	});
}

async function passes(check: ReadinessCheck["check"]): Promise<boolean> {
	let timer: NodeJS.Timeout | undefined;
	const tooLate = new Promise<false>((resolve) => {
		timer = setTimeout(() => resolve(false), checkLimitMs);
	});
	const answer = (async () => (await check()) !== false)().catch(() => false);
	return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer));
}
