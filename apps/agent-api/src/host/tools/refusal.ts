import { AppError } from "@webhand/service-kit/errors";
import { defined } from "../../shared/defined.ts";
import type { Refusal } from "./ports.ts";

/** A refusal as a result. @throws what is none */
export function refusalOf(cause: unknown): Refusal {
	if (!(cause instanceof AppError)) throw cause;
	return { ok: false, error: `${cause.code}: ${cause.message}`, ...defined({ data: cause.details }) };
}
