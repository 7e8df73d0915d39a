import { z } from "zod";
import { TaskId } from "../ids.ts";
import { DocumentScope } from "../knowledge/documents.ts";
import { defineRoute } from "../routes.ts";

/** A chunk that stood in the prompt of a step; its text is asked for at knowledge-proxy. Ids are plain text: an external service has its own. */
export const UsedChunk = z.object({
	chunkId: z.string(),
	documentId: z.string(),
	documentTitle: z.string(),
	scope: DocumentScope,
	section: z.string().optional(),
	page: z.number().int().positive().optional(),
});
export type UsedChunk = z.infer<typeof UsedChunk>;

export const stepKnowledgeRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/agent/tasks/:taskId/actions/:stepIndex/knowledge",
	summary: "The knowledge that a step used, for admins",
	description: "Which knowledge a step used. For admins of the tenant alone: not for the owner's extension (000 §5.6).",
	params: z.strictObject({ taskId: TaskId, stepIndex: z.coerce.number().int().min(0).max(1_000_000) }),
	reply: z.object({ stepIndex: z.number().int().nonnegative(), used: z.array(UsedChunk), hasOrgKnowledge: z.boolean().optional() }),
	errors: ["FORBIDDEN", "TASK_NOT_FOUND", "NOT_FOUND"],
});

export const howToRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/agent/tasks/:taskId/how-to",
	summary: "A how-to made from the proven steps of a task, for admins",
	description:
		"A draft of a how-to from the proven steps of a completed task, in Markdown, for `addDocumentRoute`. What the person typed is left out. Nothing is saved. For admins.",
	params: z.strictObject({ taskId: TaskId }),
	reply: z.object({
		title: z.string().max(200),
		domain: z.string(),
		pathPrefix: z.string().optional(),
		content: z.string(),
		/** Steps that are told, and those that were left out, since they led nowhere or were not proven. */
		steps: z.object({ told: z.number().int().nonnegative(), left: z.number().int().nonnegative() }),
	}),
	errors: ["FORBIDDEN", "TASK_NOT_FOUND", "TASK_NOT_COMPLETED"],
});
