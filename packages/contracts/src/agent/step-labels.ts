import { z } from "zod";

/** What an action risks, as the security gate classifies it. */
export const RiskClass = z.enum([
	"observe",
	"navigate",
	"navigate_offsite",
	"fill",
	"press_unknown",
	"fill_offsite",
	"fill_sensitive",
	"commit",
	"commit_protected",
	"upload",
	"refused",
]);
export type RiskClass = z.infer<typeof RiskClass>;

/** The loop rule that stopped a proposed action. */
export const LoopRule = z.enum(["repeat_run", "repeat_window", "alternate", "cycle", "no_progress", "idle_wait", "repeat_lookup"]);
export type LoopRule = z.infer<typeof LoopRule>;

/** Who chose an action: the rules, without tokens, or a model. */
export const DecidedBy = z.enum(["rules", "model"]);
export type DecidedBy = z.infer<typeof DecidedBy>;

/** What an order wants: to know something, to have something done, or both. */
export const OrderKind = z.enum(["asks", "acts", "both"]);
export type OrderKind = z.infer<typeof OrderKind>;

const formerRiskClasses: ReadonlyMap<string, RiskClass> = new Map([
	["A", "observe"],
	["B", "navigate"],
	["B-elsewhere", "navigate_offsite"],
	["C1", "fill"],
	["C2", "fill_sensitive"],
	["D", "commit"],
	["D!", "commit_protected"],
	["E", "upload"],
]);

const formerLoopRules: ReadonlyMap<string, LoopRule> = new Map([
	["S1", "repeat_run"],
	["S2", "repeat_window"],
	["S3", "alternate"],
	["L4", "cycle"],
	["L5", "no_progress"],
	["L6", "idle_wait"],
	["L7", "repeat_lookup"],
]);

/**
 * Reads the risk class of a stored step, in current words or in the letters of earlier versions.
 *
 * @returns `refused`, the most severe class, for an unknown value
 * @throws never
 */
export function readRiskClass(value: string): RiskClass {
	return RiskClass.options.find((word) => word === value) ?? formerRiskClasses.get(value) ?? "refused";
}

/**
 * Reads the loop rule of a stored step, in current words or in the codes of earlier versions.
 *
 * @returns undefined for an unknown value
 * @throws never
 */
export function readLoopRule(value: string): LoopRule | undefined {
	return LoopRule.options.find((word) => word === value) ?? formerLoopRules.get(value);
}
