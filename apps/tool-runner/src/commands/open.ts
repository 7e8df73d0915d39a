import type { Audit } from "@webhand/audit/chain/audit";
import type { WorkspaceStore } from "../workspaces/store.ts";
import { defaultRules, defaultVersion } from "./default-rules/all.ts";
import { createRuleLoader } from "./loader.ts";
import { rulesWithoutProgram } from "./missing.ts";
import type { CommandDeps } from "./ports.ts";
import type { ProgramsDeps } from "./programs.ts";
import { createPrograms } from "./programs.ts";
import type { RuleStore } from "./store.ts";

/** What commands are opened with. */
export type OpenCommands = ProgramsDeps & {
	readonly store: RuleStore;
	readonly audit: Audit;
	readonly workspaces: WorkspaceStore;
	readonly isEnabled: boolean;
	readonly now: () => Date;
};

/** Opens the rules of commands, and the look for rules whose program is missing. */
export function openCommands({ store, audit, workspaces, isEnabled, now, ...places }: OpenCommands) {
	const defaults = { rules: defaultRules, version: defaultVersion };
	const programs = createPrograms(places);
	const loader = createRuleLoader({ store, defaults, elapsed: () => performance.now() });
	const routes: CommandDeps = {
		decide: { rulesOf: loader.rulesOf, programs },
		manage: { store, defaults, programs, audit, forget: loader.forget, now },
		workspaces,
		isEnabled,
	};
	return {
		routes,
		rulesWithoutProgram: () => rulesWithoutProgram({ store, defaults, programs, namedRules: workspaces.namedRules }),
	};
}
