import type { RoutineId, ScheduleId } from "@webhand/contracts/ids";
import type { PageProps } from "../page-props.ts";
import { pathOf } from "../place/place.ts";

/** What each page of schedules gets: what was done on the page before, and how to leave with such a sentence. */
export type ScheduleProps = PageProps & { readonly told: string; readonly leave: (path: string, sentence: string) => void };

export const schedulesPath = pathOf({ page: "schedules" });

/** @throws never */
export const schedulePath = (id: ScheduleId) => pathOf({ page: "schedules", parts: [id] });

/** Where a routine gets a schedule. @throws never */
export const newSchedulePath = (routine: RoutineId) => pathOf({ page: "schedules", parts: ["new"], query: { routine } });
