/**
 * The program of the Linux packages: a script that starts Electron. Where the system forbids Chromium's sandbox, Electron ends
 * before any of our code runs, with words about a helper that most users can't set up. The script looks first, and says what to
 * do, in a dialog if the desktop has one. It never starts the program without its sandbox.
 * @param {string} program Electron's file, beside the script.
 * @param {string} [kernel] Where the kernel tells about itself; tests have one of their own.
 */
export function linuxLauncher(program, kernel = '/proc') {
  return `#!/bin/sh
self=$(readlink -f -- "$0")
here=\${self%/*}

read_setting() {
  [ -r "$1" ] && cat -- "$1" 2>/dev/null
}

sandbox_is_allowed() {
  # The helper that does without user namespaces, set up by an administrator.
  if [ -u "$here/chrome-sandbox" ] && [ "$(stat -c %u -- "$here/chrome-sandbox")" = 0 ]; then return 0; fi
  [ "$(read_setting '${kernel}/sys/kernel/unprivileged_userns_clone')" != 0 ] || return 1
  [ "$(read_setting '${kernel}/sys/user/max_user_namespaces')" != 0 ] || return 1
  [ "$(read_setting '${kernel}/sys/kernel/apparmor_restrict_unprivileged_userns')" = 1 ] || return 0
  # With a profile of its own, as the deb installs one, the script has its name.
  case "$(read_setting '${kernel}/self/attr/current')" in
    '' | unconfined*) return 1 ;;
    *) return 0 ;;
  esac
}

refuse() {
  if [ -n "$APPIMAGE" ]; then
    other='An AppImage can not bring that permission.'
  else
    other="Or allow this one, once:
  sudo chown root:root '$here/chrome-sandbox'
  sudo chmod 4755 '$here/chrome-sandbox'"
  fi
  message="RemoteGraph Studio can't open its window: this system does not allow the sandbox of programs that it does not know. Ubuntu 24.04 and later do so by AppArmor.

Install the deb package, which brings the permission.
$other

RemoteGraph Studio never runs without its sandbox. Without a window it runs in the browser: npx remote-graph-studio"
  printf '%s\\n' "$message" >&2
  # An AppImage has libraries of its own in the way.
  unset LD_LIBRARY_PATH
  if [ -n "$DISPLAY$WAYLAND_DISPLAY" ]; then
    if command -v zenity >/dev/null 2>&1; then
      zenity --error --no-markup --width=560 --title='RemoteGraph Studio' --text="$message" >/dev/null 2>&1
    elif command -v kdialog >/dev/null 2>&1; then
      kdialog --title 'RemoteGraph Studio' --error "$message" >/dev/null 2>&1
    elif command -v xmessage >/dev/null 2>&1; then
      xmessage -center "$message" >/dev/null 2>&1
    elif command -v notify-send >/dev/null 2>&1; then
      notify-send 'RemoteGraph Studio' "$message" >/dev/null 2>&1
    fi
  fi
  exit 1
}

sandbox_is_allowed || refuse
exec "$here/${program}" "$@"
`;
}

/** The file of Electron in a Linux package. @param {string} executableName */
export const linuxProgram = (executableName) => `${executableName}-bin`;
