import { z } from "zod";
import { SessionId, WorkspaceId } from "../../ids.ts";

// The internal API of tool-runner. agent-api calls it with the caller's own token; no browser and no gateway reaches it.

/** The path of a call into a workspace. */
export const WorkspaceParams = z.strictObject({ id: WorkspaceId });
/** `webhand-grant` comes with each change; `webhand-session` names the agent session that the call belongs to. */
export const CallHeaders = z.object({ "webhand-grant": z.string().max(4_096).optional(), "webhand-session": SessionId.optional() });
