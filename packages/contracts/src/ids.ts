import { z } from "zod";

/** Id of a task or run: a UUID v4, read in any case (RFC 9562 §4), never the database's own id. */
export const TaskId = z.uuid().toLowerCase().brand<"TaskId">();
export type TaskId = z.infer<typeof TaskId>;

/** Id of a chat session: a UUID v4. */
export const SessionId = z.uuid().toLowerCase().brand<"SessionId">();
export type SessionId = z.infer<typeof SessionId>;

/** Id of a message in a chat session: a UUID v4. */
export const MessageId = z.uuid().toLowerCase().brand<"MessageId">();
export type MessageId = z.infer<typeof MessageId>;

const base62 = "[0-9A-Za-z]{22}";

/** Id of a user: `usr_` and 22 base62 characters. */
export const UserId = z
	.string()
	.regex(new RegExp(`^usr_${base62}$`))
	.brand<"UserId">();
export type UserId = z.infer<typeof UserId>;

/** Id of an organization: `org_` and 22 base62 characters. */
export const OrgId = z
	.string()
	.regex(new RegExp(`^org_${base62}$`))
	.brand<"OrgId">();
export type OrgId = z.infer<typeof OrgId>;

/** A tenant is a user or an organization, as its prefix says. */
export const TenantId = z
	.string()
	.regex(new RegExp(`^(usr|org)_${base62}$`))
	.brand<"TenantId">();
export type TenantId = z.infer<typeof TenantId>;

/** Id of a sign-in: `sid_` and 22 base62 characters; the token's `sid` claim. */
export const SignInId = z
	.string()
	.regex(new RegExp(`^sid_${base62}$`))
	.brand<"SignInId">();
export type SignInId = z.infer<typeof SignInId>;

/** Id of a question to the user: `que_` and 22 base62 characters. */
export const QuestionId = z
	.string()
	.regex(new RegExp(`^que_${base62}$`))
	.brand<"QuestionId">();
export type QuestionId = z.infer<typeof QuestionId>;

/** Id of a share of a task, part of its link: `shr_` and 22 base62 characters. */
export const ShareId = z
	.string()
	.regex(new RegExp(`^shr_${base62}$`))
	.brand<"ShareId">();
export type ShareId = z.infer<typeof ShareId>;

/** What a user may do: run tasks, manage an organization, manage the installation. */
export const Role = z.enum(["member", "admin", "operator"]);
export type Role = z.infer<typeof Role>;

/** Id of an API key: `key_` and 22 base62 characters. */
export const ApiKeyId = z
	.string()
	.regex(new RegExp(`^key_${base62}$`))
	.brand<"ApiKeyId">();
export type ApiKeyId = z.infer<typeof ApiKeyId>;

/** What an API key may do. A route that names none takes no key. */
export const KeyScope = z.enum(["tasks:run", "routines:run", "routines:read", "knowledge:read", "usage:read"]);
export type KeyScope = z.infer<typeof KeyScope>;

/** Id of an approval: `apr_` and 22 base62 characters. */
export const ApprovalId = z
	.string()
	.regex(/^apr_[0-9A-Za-z]{22}$/)
	.brand<"ApprovalId">();
export type ApprovalId = z.infer<typeof ApprovalId>;

/** Id of a routine: `rtn_` and 22 base62 characters. */
export const RoutineId = z
	.string()
	.regex(new RegExp(`^rtn_${base62}$`))
	.brand<"RoutineId">();
export type RoutineId = z.infer<typeof RoutineId>;

/** Id of a run of a routine: `rrn_` and 22 base62 characters. */
export const RoutineRunId = z
	.string()
	.regex(new RegExp(`^rrn_${base62}$`))
	.brand<"RoutineRunId">();
export type RoutineRunId = z.infer<typeof RoutineRunId>;

/** Id of a webhook: `whe_` and 22 base62 characters. */
export const WebhookId = z
	.string()
	.regex(new RegExp(`^whe_${base62}$`))
	.brand<"WebhookId">();
export type WebhookId = z.infer<typeof WebhookId>;

/** Id of a mandate: `mnd_` and 22 base62 characters. */
export const MandateId = z
	.string()
	.regex(new RegExp(`^mnd_${base62}$`))
	.brand<"MandateId">();
export type MandateId = z.infer<typeof MandateId>;

/** Id of a login of the vault: `lgn_` and 22 base62 characters. */
export const LoginId = z
	.string()
	.regex(new RegExp(`^lgn_${base62}$`))
	.brand<"LoginId">();
export type LoginId = z.infer<typeof LoginId>;

/** Id of a schedule of a routine: `sch_` and 22 base62 characters. */
export const ScheduleId = z
	.string()
	.regex(new RegExp(`^sch_${base62}$`))
	.brand<"ScheduleId">();
export type ScheduleId = z.infer<typeof ScheduleId>;

/** Id of an address at which a system starts a routine: `trg_` and 22 base62 characters. */
export const TriggerId = z
	.string()
	.regex(new RegExp(`^trg_${base62}$`))
	.brand<"TriggerId">();
export type TriggerId = z.infer<typeof TriggerId>;

/** Id of a runner: `rnr_` and 22 base62 characters. */
export const RunnerId = z
	.string()
	.regex(new RegExp(`^rnr_${base62}$`))
	.brand<"RunnerId">();
export type RunnerId = z.infer<typeof RunnerId>;

/** Id of a workspace: `wsp_` and 22 base62 characters. */
export const WorkspaceId = z
	.string()
	.regex(new RegExp(`^wsp_${base62}$`))
	.brand<"WorkspaceId">();
export type WorkspaceId = z.infer<typeof WorkspaceId>;
