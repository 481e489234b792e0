# yamo with all that its sandbox needs, for a user without rights. Build it of what is published:
#   npm run package -- out && docker build --build-arg TARBALL=out/soverane-yamo-0.2.0.tgz -t yamo .
# A sandbox makes namespaces of its own, which most container runtimes forbid unless they are told:
#   docker run --rm -it --security-opt seccomp=unconfined -v ~/atlas:/workspace yamo boot
FROM node:24-bookworm-slim
ARG TARBALL
RUN apt-get update -qq \
  && apt-get install -y -qq --no-install-recommends bubblewrap git ca-certificates \
  && rm -rf /var/lib/apt/lists/*
COPY ${TARBALL} /tmp/yamo.tgz
RUN npm install --global --no-audit --no-fund /tmp/yamo.tgz && rm /tmp/yamo.tgz && yamo --version
USER node
ENV YAMO_WORKSPACE_DIR=/workspace
WORKDIR /workspace
ENTRYPOINT ["yamo"]
CMD ["--help"]
