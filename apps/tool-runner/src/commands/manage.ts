import type { Audit } from "@webhand/audit/chain/audit";
import type { TenantId } from "@webhand/contracts/ids";
import type { CommandRule, RuleFacts, WantedRule } from "@webhand/contracts/tools/commands";
import { requireRole } from "@webhand/service-kit/access";
import { AppError } from "@webhand/service-kit/errors";
import type { Actor } from "../workspaces/record.ts";
import { recorded } from "../workspaces/record.ts";
import type { Programs } from "./programs.ts";
import type { Defaults, OwnRule } from "./rules.ts";
import { wrongFields } from "./rules.ts";
import type { RuleKey, RuleStore, StoredRule } from "./store.ts";

/** What operators change rules with. */
export type ManageDeps = {
	readonly store: RuleStore;
	readonly defaults: Defaults;
	readonly programs: Pick<Programs, "find">;
	readonly audit: Audit;
	/** Called after a change was written. */
	readonly forget: () => void;
	readonly now: () => Date;
};

/** All rules by name, or those that a tenant has or shares; a built-in one is away while one for all tenants stands in its place. */
export async function listRules(deps: ManageDeps, tenantId: TenantId | undefined): Promise<CommandRule[]> {
	const own = await (tenantId === undefined ? deps.store.ofAll() : deps.store.ofTenant(tenantId));
	const replaced = new Set(own.filter((rule) => rule.tenantId === null).map(({ name }) => name));
	const builtIn = deps.defaults.rules.filter(({ name }) => !replaced.has(name));
	const views = await Promise.all([
		...own.map((rule) => viewOf(deps, rule)),
		...builtIn.map(({ name, ...facts }) => {
			const { version } = deps.defaults;
			return viewOf(deps, { facts, name, version, enabled: true, tenantId: null, source: "default" });
		}),
	]);
	return views.sort((one, other) => compare(one.name, other.name) || compare(one.tenantId ?? "", other.tenantId ?? ""));
}

/**
 * Writes a rule or its next version.
 *
 * @throws AppError FORBIDDEN, VALIDATION_ERROR naming the wrong example, MANAGED_BY_FILE, LIMIT_REACHED, AUDIT_UNAVAILABLE
 */
export async function writeRule(
	deps: ManageDeps,
	name: string,
	{ wanted, actor }: { wanted: WantedRule; actor: Actor },
): Promise<CommandRule> {
	const { tenantId, enabled, ...facts } = wanted;
	const key = { tenantId, name };
	const stored = await asOperator(
		deps,
		{ key, actor, action: "command_rule.write", args: { enabled, tenantId, ...facts } },
		async (intend) => {
			requireGood(facts);
			const before = await deps.store.find(key);
			requireOwn(before);
			if (before === null && (await deps.store.ofAll()).length >= deps.store.mostRules) {
				throw new AppError("LIMIT_REACHED", `There are ${deps.store.mostRules} rules at most. Remove one first`);
			}
			await intend();
			return await deps.store.write({ ...key, enabled, facts, source: "operator", changedAt: deps.now() });
		},
	);
	return await viewOf(deps, stored);
}

/**
 * Removes a rule that an operator wrote; a built-in one of its name counts again.
 *
 * @throws AppError FORBIDDEN, RULE_NOT_FOUND, MANAGED_BY_FILE, AUDIT_UNAVAILABLE
 */
export async function removeRule(deps: ManageDeps, key: RuleKey, actor: Actor): Promise<void> {
	await asOperator(deps, { key, actor, action: "command_rule.remove", args: { tenantId: key.tenantId } }, async (intend) => {
		const before = await deps.store.find(key);
		if (before === null) {
			const isBuiltIn = deps.defaults.rules.some(({ name }) => name === key.name);
			const hint = isBuiltIn ? "This rule is built in: switch it off instead" : "There is no such rule";
			throw new AppError("RULE_NOT_FOUND", hint, { details: { reason: isBuiltIn ? "built_in" : "unknown" } });
		}
		requireOwn(before);
		await intend();
		await deps.store.remove(key);
	});
}

type Change = {
	readonly key: RuleKey;
	readonly actor: Actor;
	readonly action: "command_rule.write" | "command_rule.remove";
	readonly args: Readonly<Record<string, unknown>>;
};

/** Does a change of an operator, alone, with its rows in the audit: of the tenant that it is for, else of the operator's. */
async function asOperator<Result>(
	deps: ManageDeps,
	{ key, actor, action, args }: Change,
	act: (intend: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
	const isOperator = actor.identity.roles.includes("operator");
	const tenantId = (isOperator ? key.tenantId : null) ?? actor.identity.tenantId;
	const result = await recorded(deps, { actor, action: { action, args, target: key.name, tenantId } }, async (intend) => {
		requireRole(actor.identity, "operator");
		return await deps.store.alone(() => act(() => intend("tenant")));
	});
	deps.forget();
	return result;
}

function requireGood(facts: RuleFacts): void {
	const fields = wrongFields(facts);
	if (fields.length > 0) throw new AppError("VALIDATION_ERROR", "The rule is not valid", { details: { fields: fields.slice(0, 20) } });
}

function requireOwn(rule: StoredRule | null): void {
	if (rule?.source === "file") throw new AppError("MANAGED_BY_FILE", "This rule stands in TOOLS_CONFIG_FILE. Change it there");
}

type Listed = Omit<OwnRule, "source"> & { readonly source: CommandRule["source"] };

async function viewOf({ programs, defaults }: ManageDeps, rule: Listed): Promise<CommandRule> {
	const { facts, name, version, enabled, tenantId, source } = rule;
	const available = (await programs.find(facts.program)) !== null;
	const replacesDefault = source !== "default" && defaults.rules.some((each) => each.name === name);
	return { ...facts, name, version, enabled, tenantId, source, available, replacesDefault };
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
