import { z } from "zod";
import { defineRoute } from "../routes.ts";

/** Why a server tool does not work; `code` may carry a detail after a colon (`PROBE_FAILED:proc`). Times ISO 8601. */
export const AvailabilityReason = z.object({ code: z.string(), message: z.string(), since: z.iso.datetime() });
export type AvailabilityReason = z.infer<typeof AvailabilityReason>;

/** Server tools that work now. */
export const Capabilities = z.object({ fs: z.boolean(), search: z.boolean(), git: z.boolean(), exec: z.boolean(), mcp: z.boolean() });
export type Capabilities = z.infer<typeof Capabilities>;

/** The result of the sandbox probe: one entry for each check, with its reason if it failed. `ms` is the time of the whole probe. */
export const SandboxProbe = z.object({
	ok: z.boolean(),
	checkedAt: z.iso.datetime(),
	ms: z.number(),
	bwrapVersion: z.string().optional(),
	checks: z.array(z.object({ name: z.string(), ok: z.boolean(), reason: z.string().optional() })),
});
export type SandboxProbe = z.infer<typeof SandboxProbe>;

/** The status that the tool-runner reports. */
export const RunnerStatus = z.object({
	enabled: z.boolean(),
	capabilities: Capabilities,
	reasons: z.array(AvailabilityReason),
	warnings: z.array(z.string()),
	sandbox: SandboxProbe.nullable(),
});
export type RunnerStatus = z.infer<typeof RunnerStatus>;

/** The state of the server tools in the extension. `autoApprove`: settings of a task may let its calls pass without a question here. */
export const Availability = z.object({
	status: z.enum(["online", "degraded", "offline"]),
	reasons: z.array(AvailabilityReason),
	warnings: z.array(z.string()),
	capabilities: Capabilities,
	level: z.string(),
	autoApprove: z.boolean(),
	banner: z.literal("Actions run on the server host."),
});
export type Availability = z.infer<typeof Availability>;

export const runnerStatusRoute = defineRoute({
	service: "tool-runner",
	method: "GET",
	path: "/v1/status",
	summary: "What works on this host",
	description: "Answered by the tool-runner for agent-api only.",
	internal: true,
	reply: RunnerStatus,
});

export const availabilityRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/v1/agent/availability",
	summary: "Availability of the server tools",
	description: "Availability of the server tools, also while they are switched off.",
	reply: Availability,
});
