import type { RoutineId } from "@webhand/contracts/ids";
import type { PageProps } from "../../page-props.ts";

/** What each page of routines gets. */
export type RoutinesProps = PageProps & {
	/** What was done on the page before; "" for nothing. */
	readonly told: string;
	/** Goes to a page, which says what was done. */
	readonly leave: (path: string, told: string) => void;
};

/** A page of one routine. */
export type RoutineProps = RoutinesProps & { readonly id: RoutineId };
