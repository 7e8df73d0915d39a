import type { ModelChoice, ModelTest, ModelView } from "@webhand/contracts/agent/model";
import { ModelTrouble } from "@webhand/contracts/agent/model";
import type { TenantId } from "@webhand/contracts/ids";
import { AppError, OwnError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import type { Logger } from "@webhand/service-kit/logs";
import type { AuditNote, AuditStore } from "../../host/audit/store.ts";
import { defined } from "../../shared/defined.ts";
import type { Decider } from "../port.ts";
import type { Deciders } from "./deciders.ts";
import type { StoredModel } from "./policy.ts";
import { answeringProblems, keySourceOf, modelViewOf } from "./policy.ts";
import type { ModelStore } from "./store.ts";

/** What choosing a model needs. `problemOfUrl` checks an address and its DNS; `seal` encrypts; `defaultDecider` serves all other tenants. */
export type ModelDeps = {
	readonly models: ModelStore;
	readonly audit: Pick<AuditStore, "insert">;
	readonly deciders: Deciders;
	readonly defaultDecider: ModelView;
	readonly problemOfUrl: (url: string) => Promise<string | undefined>;
	/** The context size of a choice that names none. */
	readonly contextTokens: number;
	/** Why a model may not decide here for what it costs. */
	readonly problemOfPrice: (choice: Pick<ModelChoice, "provider" | "name">) => string | undefined;
	readonly seal: (text: string) => string;
	readonly now: () => Date;
	readonly elapsed: () => number;
	/** The installation's model, and the log that hears of its test. */
	readonly installed: Pick<Decider, "name" | "model" | "ping">;
	readonly log: Pick<Logger, "info" | "warn">;
};

/** The user who asks. */
export type ModelCall = { readonly identity: Pick<Identity, "tenantId" | "userId" | "roles"> };

/** Two forms may have to be tried, and a slow machine needs some twenty seconds to read the page of the test. */
const testLimitMs = 50_000;

/** The model of the tenant. @throws AppError FORBIDDEN */
export async function readModel(deps: ModelDeps, { identity }: ModelCall): Promise<ModelView> {
	refuseMembers(identity);
	const stored = await deps.models.get(identity.tenantId);
	return stored === null ? deps.defaultDecider : modelViewOf(stored);
}

/**
 * Chooses the tenant's model. Its key is sealed with the tenant's id, so it opens for no other tenant.
 *
 * @throws AppError FORBIDDEN, VALIDATION_ERROR naming `baseUrl` or `apiKey`, SERVICE_UNAVAILABLE when two admins choose at once
 */
export async function chooseModel(deps: ModelDeps, { identity, choice }: ModelCall & { readonly choice: ModelChoice }): Promise<ModelView> {
	refuseMembers(identity);
	const { tenantId, userId } = identity;
	const stored = await deps.models.get(tenantId);
	const source = keySourceOf(choice, stored);
	const problems = await problemsOf(deps, choice, source);
	if (problems.length > 0) throw new AppError("VALIDATION_ERROR", "The request is not valid", { details: { fields: problems } });
	const { apiKey, ...rest } = choice;
	const sealedKey = source === "given" ? deps.seal(sealText(tenantId, apiKey ?? "")) : source === "kept" ? stored?.sealedKey : undefined;
	const model: Omit<StoredModel, "_id"> = {
		...rest,
		...defined({ sealedKey }),
		rev: (stored?.rev ?? 0) + 1,
		updatedAt: deps.now(),
		updatedBy: userId,
	};
	await note(deps, identity, { action: "model.choose", target: `${choice.provider}/${choice.name ?? ""}`, facts: { key: source } });
	if (!(await deps.models.put(tenantId, model)))
		throw new AppError("SERVICE_UNAVAILABLE", "Somebody else chose at the same time", { retryAfterSeconds: 1 });
	deps.deciders.forget(tenantId);
	return modelViewOf(model);
}

/** Returns the tenant to the installation's model. @throws AppError FORBIDDEN */
export async function dropModel(deps: ModelDeps, { identity }: ModelCall): Promise<void> {
	refuseMembers(identity);
	await note(deps, identity, { action: "model.drop", target: "installation", facts: {} });
	await deps.models.drop(identity.tenantId);
	deps.deciders.forget(identity.tenantId);
}

/** Tests the tenant's model with a short call, or two. @throws AppError FORBIDDEN */
export async function testModel(deps: ModelDeps, { identity }: ModelCall, signal: AbortSignal): Promise<ModelTest> {
	refuseMembers(identity);
	deps.deciders.forget(identity.tenantId);
	const decider = await deps.deciders.of(identity.tenantId);
	const began = deps.elapsed();
	const took = () => Math.round(deps.elapsed() - began);
	try {
		const ends = AbortSignal.any([signal, AbortSignal.timeout(testLimitMs)]);
		const found = await decider.ping?.(ends);
		const ms = took();
		// A model that is too slow for this answers all the same.
		const stepMs = await decider.stepMs?.(ends).catch(() => undefined);
		const stored = await deps.models.get(identity.tenantId);
		if (stored !== null && found !== undefined && stored.answersIn !== found.answersIn)
			await deps.models.note(identity.tenantId, { rev: stored.rev, answersIn: found.answersIn });
		return { ok: true, ms, ...found, ...defined({ secondsPerStep: stepMs === undefined ? undefined : Math.ceil(stepMs / 1_000) }) };
	} catch (cause) {
		const reason = ModelTrouble.safeParse(cause instanceof AppError ? cause.details?.["reason"] : undefined);
		return { ok: false, ms: took(), reason: reason.data ?? "model_timeout" };
	}
}

/**
 * Tests the installation's model when the service begins to listen, so that its first task is asked for in the form that its provider holds
 * it to. The log says what was found, or why it does not answer; the service works either way.
 */
export async function testInstalled({ installed, log }: Pick<ModelDeps, "installed" | "log">, signal: AbortSignal): Promise<void> {
	const { name: provider, model } = installed;
	try {
		const found = await installed.ping?.(signal);
		if (found !== undefined) log.info({ provider, model, ...found }, "the model answers");
	} catch (cause) {
		// The terminal shows the message alone.
		const problem = cause instanceof AppError ? cause.message : "it failed unexpectedly";
		const reason = cause instanceof AppError ? cause.details?.["reason"] : undefined;
		if (!signal.aborted) log.warn({ provider, model, reason }, `the model ${provider}/${model ?? ""} does not answer: ${problem}`);
	}
}

/** Audits a change before it is made: a change that then fails is audited, too. */
async function note(
	{ audit, now }: ModelDeps,
	{ tenantId, userId }: ModelCall["identity"],
	what: Pick<AuditNote, "action" | "target" | "facts">,
): Promise<void> {
	await audit.insert(tenantId, [{ ...what, userId, at: now(), outcome: "asked" }]);
}

/** What is sealed: the key and the tenant it belongs to. */
function sealText(tenantId: TenantId, apiKey: string): string {
	return JSON.stringify([tenantId, apiKey]);
}

/** Unseals a key. @throws Error when it was sealed for another tenant */
export function keyOf(tenantId: TenantId, text: string): string {
	const [owner, key] = JSON.parse(text) as readonly [string, string];
	if (owner !== tenantId) throw new OwnError("the key belongs to another tenant");
	return key;
}

function refuseMembers({ roles }: ModelCall["identity"]): void {
	if (!roles.includes("admin")) throw new AppError("FORBIDDEN", "Only admins choose the model");
}

async function problemsOf(deps: ModelDeps, choice: ModelChoice, source: ReturnType<typeof keySourceOf>) {
	const { baseUrl, provider, name } = choice;
	const urlProblem = baseUrl === undefined || provider === "rules" ? undefined : await deps.problemOfUrl(baseUrl);
	const priceProblem = deps.problemOfPrice({ provider, name });
	return [
		...(priceProblem === undefined ? [] : [{ field: "name", message: priceProblem }]),
		...(source === "missing" ? [{ field: "apiKey", message: "is missing" }] : []),
		...(urlProblem === undefined ? [] : [{ field: "baseUrl", message: urlProblem }]),
		...answeringProblems(choice, deps.contextTokens),
	];
}
