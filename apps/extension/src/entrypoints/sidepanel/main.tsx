import { mount } from "../../kit/theme/mount.tsx";
import { App } from "../../panel/app.tsx";

mount(<App />);
