import type { KeyScope, Role } from "@webhand/contracts/ids";
import type { Route } from "@webhand/contracts/routes";
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

/** The scopes of which an API key needs one to call a route. @throws AppError FORBIDDEN where no key may */
export function scopesFor({ keys }: Pick<Route, "keys">): readonly KeyScope[] {
	if (keys === undefined) throw new AppError("FORBIDDEN", "No API key may do this: sign in as a person");
	return keys;
}

/** Lets an API key do only what its scopes say; a person's sign-in has none. @throws AppError FORBIDDEN */
export function requireScope(route: Pick<Route, "keys">, { key }: Pick<Identity, "key">): void {
	if (key === undefined) return;
	const scopes = scopesFor(route);
	if (!scopes.some((scope) => key.scopes.includes(scope)))
		throw new AppError("FORBIDDEN", `This API key lacks the scope ${scopes.join(" or ")}`);
}

/** Lets the sign-in of a runner call only routes that say so. @throws AppError FORBIDDEN */
export function requireRunnerRight(route: Pick<Route, "runners">, { runner }: Pick<Identity, "runner">): void {
	if (runner !== undefined && route.runners === undefined) throw notForRunners();
}

/** The refusal of what the sign-in of a runner may not do. */
export function notForRunners(): AppError {
	return new AppError("FORBIDDEN", "The sign-in of a runner may not do this: it does runs, and nothing else");
}
