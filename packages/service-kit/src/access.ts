import type { Role } from "@webhand/contracts/ids";
import { AppError } from "./errors.ts";
import type { Identity } from "./guard.ts";

/** Lets only callers with a role go on. @throws AppError FORBIDDEN */
export function requireRole({ roles }: Pick<Identity, "roles">, role: Role): void {
	if (!roles.includes(role)) throw lacking(role);
}

/** The refusal of a caller who lacks a role. */
export function lacking(role: Role): AppError {
	return new AppError("FORBIDDEN", `This needs the role ${role}`);
}
