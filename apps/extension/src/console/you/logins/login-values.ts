import type { Login } from "@webhand/contracts/authority/login";

/** A login as it is typed. `id`: the one that is changed. Password and seed are empty for what stays. */
export type LoginValues = {
	readonly id: Login["id"] | null;
	readonly name: string;
	readonly site: string;
	readonly username: string;
	readonly password: string;
	readonly totp: string;
	readonly dropsSeed: boolean;
	readonly sharing: Login["sharing"]["kind"];
	readonly userIds: readonly string[];
};

export const emptyLogin: LoginValues = {
	id: null,
	name: "",
	site: "",
	username: "",
	password: "",
	totp: "",
	dropsSeed: false,
	sharing: "nobody",
	userIds: [],
};

/** What the form shows of a stored login: never its password or seed. @throws never */
export function valuesOf({ id, name, site, username, sharing }: Login): LoginValues {
	const userIds = sharing.kind === "people" ? sharing.userIds : [];
	return { ...emptyLogin, id, name, site: site.replace(/^https:\/\//, ""), username, sharing: sharing.kind, userIds };
}

/** What is sent: an empty password or seed is left out, and so stays as it is. @throws never */
export function bodyOf({ name, site, username, password, totp, sharing, userIds }: LoginValues) {
	return {
		name,
		site: site.trim(),
		username,
		...(password === "" ? {} : { password }),
		...(totp.trim() === "" ? {} : { totp }),
		sharing: sharing === "people" ? { kind: sharing, userIds: [...userIds] as never } : { kind: sharing },
	};
}
