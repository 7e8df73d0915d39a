type Defined<Fields> = { [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name] } & {
	[Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined>;
};

/** Drops fields that are undefined: optional fields of replies and of stored rows are absent, never undefined. */
export function defined<Fields extends object>(fields: Fields): Defined<Fields> {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>;
}
