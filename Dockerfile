# yamo with all that its sandbox needs, for a user without rights. Build it of what is published:
#   npm run package -- out && docker build --build-arg TARBALL=$(ls out/soverane-yamo-*.tgz) -t yamo .
# What the kernel remembers of a workspace lies outside of it, so it wants a volume of its own. A sandbox makes
# namespaces, which most container runtimes forbid unless they are told:
#   docker run --rm -it --security-opt seccomp=unconfined \
#     -v ~/atlas:/workspace -v yamo-state:/home/node/.local/state yamo boot
FROM node:24-bookworm-slim
ARG TARBALL
RUN apt-get update -qq \
  && apt-get install -y -qq --no-install-recommends bubblewrap git ca-certificates \
  && rm -rf /var/lib/apt/lists/*
COPY ${TARBALL} /tmp/yamo.tgz
RUN npm install --global --no-audit --no-fund /tmp/yamo.tgz && rm /tmp/yamo.tgz && yamo --version \
  && mkdir /workspace && chown node:node /workspace
USER node
# A volume takes over the owner of the folder that it is mounted on.
RUN mkdir -p -m 700 /home/node/.local/state
ENV YAMO_WORKSPACE_DIR=/workspace
WORKDIR /workspace
ENTRYPOINT ["yamo"]
CMD ["--help"]
