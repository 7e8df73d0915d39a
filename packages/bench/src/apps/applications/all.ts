import type { Application } from "./application.ts";
import { calibreWeb } from "./calibre-web.ts";
import { django } from "./django.ts";
import { fava } from "./fava.ts";
import { roundup } from "./roundup.ts";

/** The applications, in the order in which they are played. */
export const applications: readonly Application[] = [roundup, django, fava, calibreWeb];
