import { AppError } from "@webhand/service-kit/errors";

/** Nobody answers; `isSent` says whether what was asked for may happen all the same. */
export const unavailable = (isSent: boolean, cause?: unknown) =>
	new AppError("TOOL_RUNNER_UNAVAILABLE", "The service for server tools does not answer, try again later", { details: { isSent }, cause });
