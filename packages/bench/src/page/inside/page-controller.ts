// The peer's controller, which its agent drives from outside of the page.
import { PageController } from "@page-agent/page-controller";

Object.assign(globalThis, { pageController: new PageController({ enableMask: false }) });
